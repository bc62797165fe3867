import type { Invitation } from '@vadium/client'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Button } from '../../figures/button.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import page from '../../figures/page.module.css'
import { stateWords } from '../../figures/state-words.ts'
import { TimeLeft } from '../../figures/time.tsx'
import { useAccountName, useCaller } from '../../service/people.ts'
import type { Pages } from '../../service/read.ts'
import { roleName } from '../../service/role-names.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

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
  pages,
  readAll,
  ...actions
}: Actions & {
  readonly invitations: readonly Invitation[]
  readonly pages: Pages<Invitation>
  readonly readAll: (signal: AbortSignal) => AsyncIterable<Invitation>
}) {
  return (
    <OwnTable
      name="Invitations"
      what="invitations"
      columns={useColumns(actions)}
      rows={invitations}
      idOf={({ id }) => id}
      pages={pages}
      isReadByHand
      readAll={readAll}
      served={['-created']}
    />
  )
}

function useColumns(actions: Actions): readonly Column<Invitation>[] {
  const accountName = useAccountName()
  return [
    { id: 'name', name: 'Name', value: ({ name }) => name },
    { id: 'role', name: 'Role', groups: true, value: ({ role }) => roleName(role) },
    {
      id: 'by',
      name: 'Invited by',
      groups: true,
      value: ({ creator_account_id: account }) => accountName(account),
    },
    { id: 'created', name: 'Created, UTC', kind: 'time', value: ({ create_time: time }) => time },
    {
      id: 'expires',
      name: 'Expires',
      kind: 'time',
      value: (invitation) => (isOpen(invitation) ? invitation.expire_time : null),
      cell: (invitation) => isOpen(invitation) && <TimeLeft until={invitation.expire_time} />,
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: (invitation) => wordsOf(invitation)[0],
      cell: (invitation) => {
        const [text, tone] = wordsOf(invitation)
        return <Badge tone={tone}>{text}</Badge>
      },
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: (invitation) => <InvitationActions invitation={invitation} {...actions} />,
    },
  ]
}

const isOpen = ({ state }: Invitation): boolean => state === 'PENDING' || state === 'ACCEPTED'

// A newer service may have other states.
const wordsOf = ({ state }: Invitation) => states[state] ?? ([stateWords(state), 'plain'] as const)

function InvitationActions({
  invitation,
  isBusy,
  confirm,
  revoke,
}: Actions & { readonly invitation: Invitation }) {
  const caller = useCaller()
  const { id, name, state, creator_account_id } = invitation
  // One that has expired is open again if what had ended it is undone.
  if (!isOpen(invitation) && state !== 'EXPIRED') return null
  return (
    <span className={page['buttons']}>
      {state === 'ACCEPTED' && creator_account_id === caller?.account.id && (
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
  )
}
