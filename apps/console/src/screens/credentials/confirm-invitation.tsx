import type { ConfirmedInvitation, Invitation } from '@vadium/client'
import { invitedRoles } from '@vadium/schema'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import page from '../../figures/page.module.css'
import { SixWords } from '../../figures/six-words.tsx'
import { useSixWords } from '../../figures/use-six-words.ts'
import { consoleAddress } from '../../service/page-settings.ts'
import { roleName } from '../../service/role-names.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

/**
 * The comparison of the address and the words, and the confirmation of exactly the key that they
 * are of. A page at another address shows whatever words it likes.
 */
export function ConfirmInvitation({
  invitation,
  close,
}: {
  readonly invitation: Invitation
  readonly close: () => void
}) {
  const { invitations } = useClient()
  const write = useWrite<ConfirmedInvitation>()
  const { id, account_id, name, role, public_key: publicKey } = invitation
  const computed = useSixWords(id, publicKey)
  // A newer service may have other roles, which this page cannot ask for.
  const invitedRole = invitedRoles.find((one) => one === role)
  const send = () => {
    if (publicKey === null || invitedRole === undefined) return
    const body = { public_key: publicKey, account_id, name, role: invitedRole }
    void write.write((options) => invitations.confirm(id, body, options))
  }
  return (
    <ConfirmDialog
      title={`Is it ${name}?`}
      action="The address and the words are the same"
      send={send}
      canSend={computed.words !== undefined && invitedRole !== undefined}
      write={write}
      done={() => (
        <p>
          {name} can work now, with the role {roleName(role)}.
        </p>
      )}
      close={close}
    >
      <div className={page['form']}>
        <p>
          Speak with {name}. First let them read the address of their page to you, from the address
          bar, or the address that their command line showed. It must be:
        </p>
        <p>
          <code className={page['wrapped']}>{consoleAddress()}</code>
        </p>
        <p>Then let them read their six words to you. Yours are:</p>
        <SixWords of={computed} />
        <p className={page['fine']}>
          Another address means that somebody has changed the link, and that page can show any
          words. Other words mean that somebody else used it. Cancel then, and revoke the
          invitation. Once you confirm, the key of these words acts for your organization with the
          role {roleName(role)}.
        </p>
      </div>
    </ConfirmDialog>
  )
}
