import type { AdministrativeChange, MailSuspension, NotificationSeverity } from '@vadium/schema'
import { mailSuspensions } from '@vadium/schema'
import type { WriteTransaction } from '../../platform/writes/write-transaction.ts'
import { notifyOfAdministration } from '../notifications/index.ts'
import { maskedAddress } from './address-text.ts'

interface Notice {
  readonly severity: NotificationSeverity
  readonly title: string
  readonly body: string
}

const notices = {
  create: {
    severity: 'warning',
    title: 'Mail address added',
    body: 'Nothing but a code is sent to it until the code is entered.',
  },
  verify: {
    severity: 'warning',
    title: 'Mail address verified',
    body: 'Notifications are mailed to it from now on.',
  },
  update: {
    severity: 'info',
    title: 'Mail address changed',
    body: 'What is mailed to it was changed.',
  },
  suspend: { severity: 'warning', title: 'Mail address suspended', body: '' },
  delete: {
    severity: 'info',
    title: 'Mail address deleted',
    body: 'The address is erased, and nothing more is sent to it.',
  },
} as const satisfies Partial<Record<AdministrativeChange['action'], Notice>>

interface ChangedAddress {
  readonly id: string
  readonly address: string | null
  readonly account_id: string | null
}

/**
 * Notifies the organization of a change of a mail address: one that somebody added is a leak. The
 * address is masked, because accounts do not see the addresses of others.
 */
export function notifyOfMailAddress(
  tx: WriteTransaction,
  action: keyof typeof notices,
  { id, address, account_id }: ChangedAddress,
  why?: MailSuspension,
): Promise<void> {
  const { severity, title, body } = notices[action]
  const owner = account_id === null ? 'is shared' : `belongs to the account ${account_id}`
  const shown = address === null ? '' : `: ${maskedAddress(address)}`
  const reason = why === undefined ? '' : `Nothing is sent to it: ${mailSuspensions[why]}.`
  return notifyOfAdministration(tx, {
    resource: 'mail_address',
    resourceId: id,
    action,
    readers: [
      {
        organizationId: tx.organizationId,
        severity,
        title: `${title}${shown}`,
        body: `The mail address ${id} ${owner}. ${body}${reason}`,
      },
    ],
  })
}
