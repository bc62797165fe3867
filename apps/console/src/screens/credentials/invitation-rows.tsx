import type { Invitation } from '@vadium/client'
import { Button } from 'react-aria-components'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import page from '../../figures/page.module.css'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { useAccountName, useCaller } from '../../service/people.ts'
import { roleName } from '../../service/role-names.ts'

const states: Readonly<Record<string, readonly [text: string, tone: Tone]>> = {
  PENDING: ['not opened yet', 'transit'],
  ACCEPTED: ['compare the words', 'call'],
  CONFIRMED: ['confirmed', 'covered'],
  REVOKED: ['revoked', 'liquidation'],
  EXPIRED: ['expired', 'plain'],
}

interface Actions {
  readonly isBusy: boolean
  readonly confirm: (invitation: Invitation) => void
  readonly revoke: (invitation: Invitation) => void
}

/** A table of invitations, with what may be done with each that has not ended for good. */
export function InvitationRows({
  invitations,
  ...actions
}: Actions & { readonly invitations: readonly Invitation[] }) {
  return (
    <TableScroll name="Invitations">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Role</th>
            <th>Invited by</th>
            <th>Created</th>
            <th>Expires</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {invitations.map((invitation) => (
            <InvitationRow key={invitation.id} invitation={invitation} {...actions} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function InvitationRow({
  invitation,
  isBusy,
  confirm,
  revoke,
}: Actions & { readonly invitation: Invitation }) {
  const accountName = useAccountName()
  const caller = useCaller()
  const { id, name, role, state, creator_account_id, create_time, expire_time } = invitation
  const isOpen = state === 'PENDING' || state === 'ACCEPTED'
  // One that has expired is open again if what had ended it is undone.
  const isRevocable = isOpen || state === 'EXPIRED'
  const isOwn = creator_account_id === caller?.account.id
  // A newer service may have other states.
  const [text, tone] = states[state] ?? [state, 'plain']
  return (
    <tr>
      <td className="cut" title={name}>
        {name}
      </td>
      <td>{roleName(role)}</td>
      <td className="cut">{accountName(creator_account_id)}</td>
      <td>
        <Instant at={create_time} />
      </td>
      <td>{isOpen ? <TimeLeft until={expire_time} /> : null}</td>
      <td>
        <Badge tone={tone}>{text}</Badge>
      </td>
      <td>
        {isRevocable && (
          <span className={page['buttons']}>
            {state === 'ACCEPTED' && isOwn && (
              <Button
                className="button primary"
                aria-label={`Compare the words of ${name}`}
                isDisabled={isBusy}
                onPress={() => {
                  confirm(invitation)
                }}
              >
                Compare …
              </Button>
            )}
            <ConfirmedButton
              name="Revoke"
              question={`Revoke the invitation of ${name}?`}
              subject={id}
              isDisabled={isBusy}
              act={() => {
                revoke(invitation)
              }}
            />
          </span>
        )}
      </td>
    </tr>
  )
}
