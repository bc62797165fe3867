import type { Credential } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { useNow } from '../../service/now.ts'
import page from '../../figures/page.module.css'
import { Age, Instant, TimeLeft } from '../../figures/time.tsx'
import { useAccountName, useCaller } from '../../service/people.ts'
import type { Pages } from '../../service/read.ts'
import { roleName } from '../../service/role-names.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

const shownDigits = 12

interface Actions {
  readonly isBusy: boolean
  readonly rotate: (credential: Credential) => void
  readonly revoke: (credential: Credential) => void
}

/** A table of credentials, with what may be done with each that is valid. */
export function CredentialRows({
  credentials,
  pages,
  readAll,
  ...actions
}: Actions & {
  readonly credentials: readonly Credential[]
  readonly pages: Pages<Credential>
  readonly readAll: (signal: AbortSignal) => AsyncIterable<Credential>
}) {
  return (
    <OwnTable
      name="Credentials"
      what="credentials"
      columns={useColumns(actions)}
      rows={credentials}
      idOf={({ id }) => id}
      pages={pages}
      isReadByHand
      readAll={readAll}
    />
  )
}

const tones: Readonly<Record<string, Tone>> = { revoked: 'liquidation', expired: 'plain' }

function useColumns(actions: Actions): readonly Column<Credential>[] {
  const accountName = useAccountName()
  const ownId = useCaller()?.credential.id
  const now = useNow()
  const stateOf = ({ id, expire_time, revoke_time }: Credential): string => {
    if (revoke_time !== null) return 'revoked'
    if (expire_time !== null && Date.parse(expire_time) <= now) return 'expired'
    return id === ownId ? 'in use here' : 'valid'
  }
  const isValid = (credential: Credential) => tones[stateOf(credential)] === undefined
  return [
    {
      id: 'account',
      name: 'Account',
      groups: true,
      value: ({ account_id: account }) => accountName(account),
    },
    { id: 'role', name: 'Role', groups: true, value: ({ role }) => roleName(role) },
    {
      id: 'key',
      name: 'Public key',
      value: ({ public_key: key }) => key,
      cell: ({ public_key: key }) => <code>{key.slice(0, shownDigits)} …</code>,
    },
    { id: 'created', name: 'Created, UTC', kind: 'time', value: ({ create_time: time }) => time },
    {
      id: 'used',
      name: 'Last use',
      kind: 'time',
      value: ({ last_use_time: time }) => time,
      cell: ({ id, last_use_time: time }) =>
        id === ownId ? 'now' : time === null ? 'never' : <Age of={time} by="service" />,
    },
    {
      id: 'expires',
      name: 'Expires',
      kind: 'time',
      value: ({ expire_time: time }) => time,
      cell: (credential) => <Expiry credential={credential} isValid={isValid(credential)} />,
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: stateOf,
      cell: (credential) => {
        const state = stateOf(credential)
        return <Badge tone={tones[state] ?? 'covered'}>{state}</Badge>
      },
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: (credential) =>
        isValid(credential) && (
          <CredentialActions {...actions} credential={credential} isOwn={credential.id === ownId} />
        ),
    },
  ]
}

function Expiry({
  credential: { expire_time: time },
  isValid,
}: {
  readonly credential: Credential
  readonly isValid: boolean
}) {
  if (time === null) return 'never'
  return isValid ? <TimeLeft until={time} /> : <Instant at={time} />
}

function CredentialActions({
  credential,
  isOwn,
  isBusy,
  rotate,
  revoke,
}: Actions & { readonly credential: Credential; readonly isOwn: boolean }) {
  return (
    <span className={page['buttons']}>
      <Button
        className="button"
        isDisabled={isBusy}
        onPress={() => {
          rotate(credential)
        }}
      >
        Rotate …
      </Button>
      <ConfirmedButton
        name="Revoke"
        question={isOwn ? 'Revoke the key that you are using, for good?' : 'Revoke it for good?'}
        subject={credential.id}
        isDisabled={isBusy}
        act={() => {
          revoke(credential)
        }}
      />
    </span>
  )
}
