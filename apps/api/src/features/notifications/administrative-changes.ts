import type {
  AdministeredResource,
  AdministrativeChange,
  EventType,
  NotificationCategory,
  NotificationSeverity,
} from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notify } from './notify.ts'

/** A change of who an organization is or of how it may act, and the words in which one organization is told. */
export interface NewAdministrativeChange {
  readonly resource: AdministeredResource
  readonly resourceId: string
  readonly action: AdministrativeChange['action']
  readonly readers: readonly AdministrativeReader[]
}

interface AdministrativeReader {
  readonly organizationId: string
  readonly severity: NotificationSeverity
  /** One line. */
  readonly title: string
  /** What was changed, in whole sentences. Who did it is said after them. */
  readonly body: string
}

/**
 * Writes an event and a notification for every organization that the change concerns, in the transaction of the change:
 * whoever made it, and whatever its accounts prefer to hear of.
 */
export async function notifyOfAdministration(
  tx: WriteTransaction,
  { resource, resourceId, action, readers }: NewAdministrativeChange,
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
  tx.publish({
    type,
    readers: readers.map(({ organizationId }) => organizationId),
    data: { administrative_change: change },
  })
  // The same can happen to the same thing again, in the same millisecond of a sandbox too.
  const occasion = `${action} ${tx.ids.next()}`
  await notify(
    tx,
    readers.map(({ organizationId, severity, title, body }) => ({
      organizationId,
      category,
      severity,
      occasion,
      title,
      body: `${body} ${actorSentence(change, organizationId)}`,
      link: { resource, id: resourceId, order_id: null },
    })),
  )
}

function actorSentence(
  { by, by_credential_id }: AdministrativeChange,
  organizationId: string,
): string {
  if (by_credential_id === null) return 'It was done at the database, by vadium-api bootstrap.'
  const whose = by === organizationId ? 'of this organization' : 'of the operator of the platform'
  return `It was done with the credential ${by_credential_id} ${whose}.`
}
