import { webhookDisabledReasons } from '@vadium/schema'
import { notify } from '../notifications/index.ts'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import type { DisabledEndpoint } from './served-endpoint.ts'

/** Tells an organization that an endpoint of its own was disabled, in the transaction in which it is. */
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
        `Nothing is sent to it any more: ${webhookDisabledReasons[reason]}. ` +
        'When it is enabled again, it goes on where it stopped, as far back as the event log reaches.',
      link: { resource: 'webhook', id, order_id: null },
    },
  ])
}
