import type { Credential } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { useNow } from '../../service/now.ts'
import page from '../../figures/page.module.css'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age, Instant, TimeLeft } from '../../figures/time.tsx'
import { useAccountName, useCaller } from '../../service/people.ts'

const shownDigits = 12

interface Actions {
  readonly isBusy: boolean
  readonly rotate: (credential: Credential) => void
  readonly revoke: (credential: Credential) => void
}

/** A table of credentials, with what may be done with each that is valid. */
export function CredentialRows({
  credentials,
  ...actions
}: Actions & { readonly credentials: readonly Credential[] }) {
  return (
    <TableScroll name="Credentials">
      <table>
        <thead>
          <tr>
            <th>Account</th>
            <th>Role</th>
            <th>Public key</th>
            <th>Created</th>
            <th>Last use</th>
            <th>Expires</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {credentials.map((credential) => (
            <CredentialRow key={credential.id} credential={credential} {...actions} />
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function CredentialRow({
  credential,
  isBusy,
  rotate,
  revoke,
}: Actions & { readonly credential: Credential }) {
  const accountName = useAccountName()
  const caller = useCaller()
  const now = useNow()
  const { id, expire_time, revoke_time, last_use_time } = credential
  const isExpired = expire_time !== null && Date.parse(expire_time) <= now
  const isValid = revoke_time === null && !isExpired
  const isOwn = id === caller?.credential.id
  return (
    <tr>
      <td className="cut" title={credential.account_id}>
        {accountName(credential.account_id)}
      </td>
      <td>{credential.role}</td>
      <td title={credential.public_key}>
        <code>{credential.public_key.slice(0, shownDigits)} …</code>
      </td>
      <td>
        <Instant at={credential.create_time} />
      </td>
      <td>
        {isOwn ? 'now' : last_use_time === null ? 'never' : <Age of={last_use_time} by="service" />}
      </td>
      <td>
        {expire_time === null ? (
          'never'
        ) : isValid ? (
          <TimeLeft until={expire_time} />
        ) : (
          <Instant at={expire_time} />
        )}
      </td>
      <td>
        {revoke_time !== null ? (
          <Badge tone="liquidation">revoked</Badge>
        ) : isExpired ? (
          <Badge>expired</Badge>
        ) : (
          <Badge tone="covered">{isOwn ? 'in use here' : 'valid'}</Badge>
        )}
      </td>
      <td>
        {isValid && (
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
              question={
                isOwn ? 'Revoke the key that you are using, for good?' : 'Revoke it for good?'
              }
              isDisabled={isBusy}
              act={() => {
                revoke(credential)
              }}
            />
          </span>
        )}
      </td>
    </tr>
  )
}
