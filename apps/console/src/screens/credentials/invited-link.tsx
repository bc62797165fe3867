import type { CreatedInvitation } from '@vadium/client'
import { invitationLink } from '@vadium/client/invitations'
import { CopyText } from '../../figures/copy-text.tsx'
import page from '../../figures/page.module.css'
import { consoleAddress } from '../../service/page-settings.ts'

/** The link of a new invitation. It is shown once, because the service does not keep it. */
export function InvitedLink({
  created: { invitation, secret },
}: {
  readonly created: CreatedInvitation
}) {
  if (secret === undefined) {
    return <p>The link was shown once. Revoke the invitation and create another one.</p>
  }
  const link = invitationLink(consoleAddress(), { invitationId: invitation.id, secret })
  return (
    <div className={page['form']}>
      <p>
        Send this link to {invitation.name}. It is shown once, works once, within 24 hours, and
        gives no access before you have compared the words.
      </p>
      <CopyText name="the link" text={link} />
    </div>
  )
}
