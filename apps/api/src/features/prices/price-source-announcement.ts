import type { RegisteredPriceSource } from '@vadium/schema'
import { notifyOfAdministration } from '../notifications/index.ts'
import type { Release } from './quote-release.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'

const wording = {
  create: { done: 'registered', body: 'The operator may push prices under this name from now on.' },
  revoke: { done: 'revoked', body: 'Prices under this name are refused from now on.' },
} as const

/**
 * Notifies every active organization of a change of who may push prices, because prices are the
 * same for all.
 */
export async function announcePriceSource(
  tx: WriteTransaction,
  action: keyof typeof wording,
  { id, source }: RegisteredPriceSource,
): Promise<void> {
  const { rows } = await tx.query<{ id: string }>(
    "SELECT id FROM organizations WHERE status = 'active' ORDER BY id",
  )
  const { done, body } = wording[action]
  await notifyOfAdministration(tx, {
    resource: 'price_source',
    resourceId: id,
    action,
    readers: rows.map((organization) => ({
      organizationId: organization.id,
      severity: 'warning',
      title: `Price source ${done}: ${source}`,
      body,
    })),
  })
}

/** Notifies the operator's organization of a held quote that one of its accounts has released. */
export async function announceRelease(
  tx: WriteTransaction,
  sourceId: string,
  { accountId, asset, source, priceUsd }: Release,
): Promise<void> {
  await notifyOfAdministration(tx, {
    resource: 'price_source',
    resourceId: sourceId,
    action: 'release',
    readers: [
      {
        organizationId: tx.organizationId,
        severity: 'warning',
        title: `Held quote released: ${asset} at ${priceUsd} USD from ${source}`,
        body: `The account ${accountId} released it. It counts from now on.`,
      },
    ],
  })
}

/** Notifies the operator's organization that the last quote of a silenced source was dismissed. */
export async function announceDismissal(
  tx: WriteTransaction,
  sourceId: string,
  { accountId, asset, source, priceUsd }: Release,
): Promise<void> {
  await notifyOfAdministration(tx, {
    resource: 'price_source',
    resourceId: sourceId,
    action: 'dismiss',
    readers: [
      {
        organizationId: tx.organizationId,
        severity: 'warning',
        title: `Last quote dismissed: ${asset} at ${priceUsd} USD from ${source}`,
        body: `The account ${accountId} requested it. The quote contradicts no other source from now on.`,
      },
    ],
  })
}
