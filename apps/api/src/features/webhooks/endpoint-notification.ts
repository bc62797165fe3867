import { webhookDisabledReasons } from '@vadium/schema'
import { notify } from '../notifications/index.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { DisabledEndpoint } from './served-endpoint.ts'

/** Notifies an organization that one of its endpoints was disabled, in the same transaction. */
export function notifyOfDisabled(
  tx: WriteTransaction,
  { id, organizationId, url, reason, disabledAt }: DisabledEndpoint,
): Promise<void> {
  const { host } = new URL(url)
  return notify(tx, [
    {
      organizationId,
      category: 'webhook_disabled',
      severity: 'warning',
      occasion: `${id} ${disabledAt}`,
      title: `The webhook endpoint at ${host} is disabled`,
      body:
        `No events are sent to it: ${webhookDisabledReasons[reason]}. ` +
        'When it is enabled again, it continues where it stopped, as far back as the event log reaches.',
      link: { resource: 'webhook', id, order_id: null },
    },
  ])
}
