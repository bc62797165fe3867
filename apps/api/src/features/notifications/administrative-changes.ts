import type {
  AdministeredResource,
  AdministrativeChange,
  EventType,
  NotificationCategory,
  NotificationSeverity,
} from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notify } from './notify.ts'

/**
 * A change of an organization's identity or rights, and the notification text for each organization
 * that it concerns.
 */
export interface NewAdministrativeChange {
  readonly resource: AdministeredResource
  readonly resourceId: string
  readonly action: AdministrativeChange['action']
  /** Changes of the same moment before it, which have events and no notifications of their own. */
  readonly actionsBefore?: readonly AdministrativeChange['action'][]
  readonly readers: readonly AdministrativeReader[]
}

interface AdministrativeReader {
  readonly organizationId: string
  readonly severity: NotificationSeverity
  /** One line. */
  readonly title: string
  /** What was changed, in whole sentences. A sentence about who changed it is appended. */
  readonly body: string
}

/**
 * Writes an event and a notification for every organization that the change concerns, in the
 * transaction of the change. The preferences of accounts do not apply.
 */
export async function notifyOfAdministration(
  tx: WriteTransaction,
  { resource, resourceId, action, actionsBefore = [], readers }: NewAdministrativeChange,
): Promise<void> {
  if (readers.length === 0) return
  const change: AdministrativeChange = {
    resource,
    resource_id: resourceId,
    action,
    by: tx.credentialId === undefined ? null : tx.organizationId,
    by_credential_id: tx.credentialId ?? null,
  }
  const type: EventType = `${resource}.updated`
  const category: NotificationCategory = `${resource}_changed`
  for (const each of [...actionsBefore, action]) {
    tx.publish({
      type,
      readers: readers.map(({ organizationId }) => organizationId),
      data: { administrative_change: { ...change, action: each } },
    })
  }
  // An occasion of its own: the same change may be made again, in a sandbox even in the same
  // millisecond.
  const occasion = `${action} ${tx.ids.next()}`
  await notify(
    tx,
    readers.map(({ organizationId, severity, title, body }) => ({
      organizationId,
      category,
      severity,
      occasion,
      title,
      body: `${body} ${actorSentence(change, organizationId, readers)}`,
      link: { resource, id: resourceId, order_id: null },
    })),
  )
}

/** Changes that a passed deadline makes, and no command. */
const madeByTime: ReadonlySet<AdministrativeChange['action']> = new Set(['take_effect', 'expire'])

function actorSentence(
  change: AdministrativeChange,
  organizationId: string,
  readers: readonly AdministrativeReader[],
): string {
  const { by_credential_id } = change
  if (by_credential_id === null) return unsignedSentence(change)
  const owner = ownerOfCredential(change, organizationId, readers)
  return `The change was made with the credential ${by_credential_id} of ${owner}.`
}

function unsignedSentence({ action, resource }: AdministrativeChange): string {
  if (madeByTime.has(action) || resource === 'mail_address')
    return 'The change was made by the service.'
  return resource === 'invitation'
    ? 'The change was made with the link of the invitation.'
    : 'The change was made with vadium-api on the host of the database.'
}

function ownerOfCredential(
  { resource, by }: AdministrativeChange,
  organizationId: string,
  readers: readonly AdministrativeReader[],
): string {
  if (by === organizationId) return 'this organization'
  const isParty = resource === 'agreement' && readers.some((one) => one.organizationId === by)
  return isParty ? 'the counterparty' : 'the operator of the platform'
}
