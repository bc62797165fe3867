import type { AdministrativeChange, Invitation, NotificationSeverity } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { notifyCounted, notifyOfAdministration } from '../../notifications/index.ts'

interface Notice {
  readonly action: AdministrativeChange['action']
  readonly severity: NotificationSeverity
  readonly title: string
  readonly body: string
}

const notices = {
  create: {
    action: 'create',
    severity: 'info',
    title: 'Invitation created',
    body: 'Its link can be accepted once, within 24 hours. It gives no access before the admin who created it has confirmed the key.',
  },
  accept: {
    action: 'accept',
    severity: 'warning',
    title: 'Invitation accepted, to be confirmed',
    body: 'A key was accepted through its link. It can do nothing yet. Compare its six words with the colleague before you confirm it.',
  },
  confirm: {
    action: 'confirm',
    severity: 'info',
    title: 'Invitation confirmed',
    body: 'The account and its credential were created.',
  },
  revoke: {
    action: 'revoke',
    severity: 'info',
    title: 'Invitation revoked',
    body: 'Its link is refused from now on.',
  },
} as const satisfies Readonly<Record<string, Notice>>

/** Notifies the organization. The text contains neither the secret nor the key. */
export function notifyOfInvitation(
  tx: WriteTransaction,
  change: keyof typeof notices,
  { id, organization_id: organizationId, name, role }: Invitation,
): Promise<void> {
  const { action, severity, title, body } = notices[change]
  return notifyOfAdministration(tx, {
    resource: 'invitation',
    resourceId: id,
    action,
    readers: [
      {
        organizationId,
        severity,
        title: `${title}: ${name} (${role})`,
        body: `The invitation ${id} is for ${name}, with the role ${role}. ${body}`,
      },
    ],
  })
}

/**
 * Notifies the organization that somebody with the link of an invitation offered another key than
 * the accepted one: once before it is confirmed, and once afterwards, when no proof of a key is asked
 * for.
 * @returns whether it had not been notified of it.
 */
export async function notifyOfSecondKey(
  tx: WriteTransaction,
  { id, organization_id: organizationId, name, role, state, credential_id }: Invitation,
): Promise<boolean> {
  const isConfirmed = state === 'CONFIRMED'
  const body = isConfirmed
    ? `After the invitation ${id} was confirmed, somebody with its link offered another key, which was refused. No proof of a key is asked for then, so anybody who finds the link can cause this, and it does not show that the confirmed key is wrong. Speak with ${name}, and revoke the credential ${credential_id} if its key is not theirs.`
    : `After a key was accepted for the invitation ${id}, somebody with the same link offered another key and proved that they hold it; it was refused. One of the two is not ${name}: compare the six words before you confirm, or revoke the invitation.`
  const added = await notifyCounted(tx, [
    {
      organizationId,
      category: 'invitation_changed',
      severity: 'critical',
      occasion: `second key ${isConfirmed ? 'after confirmation ' : ''}${id}`,
      title: `Second key refused for the invitation of ${name} (${role})`,
      body,
      link: { resource: 'invitation', id, order_id: null },
    },
  ])
  return added > 0
}
