import type { ConfirmedInvitation, Invitation } from '@vadium/client'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import page from '../../figures/page.module.css'
import { SixWords } from '../../figures/six-words.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

/** The comparison of the words, and the confirmation of exactly the key that they are of. */
export function ConfirmInvitation({
  invitation,
  close,
}: {
  readonly invitation: Invitation
  readonly close: () => void
}) {
  const { invitations } = useClient()
  const write = useWrite<ConfirmedInvitation>()
  const { id, name, role, public_key: publicKey } = invitation
  const send = () => {
    if (publicKey === null) return
    void write.write((options) => invitations.confirm(id, { public_key: publicKey }, options))
  }
  return (
    <ConfirmDialog
      title={`Is it ${name}?`}
      action="The words are the same"
      send={send}
      canSend={publicKey !== null}
      write={write}
      done={() => (
        <p>
          {name} can work now, with the role {role}.
        </p>
      )}
      close={close}
    >
      <div className={page['form']}>
        <p>Speak with {name}, and let them read their six words to you. Yours are:</p>
        {publicKey !== null && <SixWords invitationId={id} publicKey={publicKey} />}
        <p className={page['fine']}>
          Other words mean that somebody else used the link: cancel, and revoke the invitation. Once
          you confirm, the key of these words acts for your organization with the role {role}.
        </p>
      </div>
    </ConfirmDialog>
  )
}
