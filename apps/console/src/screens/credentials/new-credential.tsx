import type { Account, IssuedCredential } from '@vadium/client'
import { roleDescriptions, roles, type Role } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import { DateInput, endOfDay } from '../../figures/date-input.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { installationQuery } from '../../service/credential-queries.ts'
import { accountsQuery, useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { Enrolled } from './enrolled.tsx'
import { KeyChoice, type KeyOfCredential, proofOf } from './key-choice.tsx'

const isRole = (name: string | undefined): name is Role => roles.some((role) => role === name)

/** Enrols a key for an account, of one organization or of any that the caller sees. */
export function NewCredential({ organizationId }: { readonly organizationId?: string }) {
  const client = useClient()
  const accounts = useRead(accountsQuery, organizationId)
  const { written, isBusy, write, reset } = useWrite<IssuedCredential>()
  const [account, setAccount] = useState<Account>()
  const [role, setRole] = useState<Role>()
  const [expireDay, setExpireDay] = useState('')
  const [key, setKey] = useState<KeyOfCredential>()
  const installation = useRead(installationQuery)
  const holder = account && { organizationId: account.organization_id, accountId: account.id }

  const send = async () => {
    if (holder === undefined || role === undefined || key === undefined) return
    if (installation.data === undefined) return
    const installationId = installation.data.installation_id
    const proof = await proofOf(key, { installationId, ...holder })
    const expire = expireDay === '' ? {} : { expire_time: endOfDay(expireDay) }
    const body = { account_id: holder.accountId, role, proof, ...expire }
    await write((options) => client.credentials.create(body, options))
  }

  const isReady = account !== undefined && role !== undefined && key !== undefined
  const isSent = written.state === 'done' || written.state === 'awaits approval'
  return (
    <form
      className={`panel ${page['form'] ?? ''}`}
      aria-label="New credential"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>New credential</h2>
      {accounts.isLoadingError && (
        <Read of={accounts} what="the accounts">
          {() => null}
        </Read>
      )}
      <fieldset className={page['plain']} disabled={isBusy || isSent}>
        <div className={page['fields']}>
          <Choice
            label="Account"
            any="choose an account"
            value={account?.id}
            options={accounts.data?.map(({ id, name }) => ({ value: id, name })) ?? []}
            choose={(id) => {
              setAccount(accounts.data?.find((one) => one.id === id))
            }}
          />
          <RoleChoice role={role} choose={setRole} />
          <DateInput label="Expires at the end of" value={expireDay} change={setExpireDay} />
        </div>
        {role !== undefined && <p className={page['fine']}>{roleDescriptions[role]}</p>}
        <KeyChoice chosen={key} choose={setKey} holder={holder} />
      </fieldset>
      <div className={page['buttons']}>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || !isReady || isSent || installation.data === undefined}
        >
          Create the credential
        </Button>
        {isSent && (
          <Button
            className="button"
            onPress={() => {
              setKey(undefined)
              reset()
            }}
          >
            Another one
          </Button>
        )}
      </div>
      <Written written={written} done={(issued) => <Enrolled issued={issued} keyed={key} />} />
    </form>
  )
}

function RoleChoice({
  role,
  choose,
}: {
  readonly role: Role | undefined
  readonly choose: (role: Role | undefined) => void
}) {
  // An operator is created by operators alone, who may do all of this.
  const isOperator = useMay({ roles: ['operator'] })
  const offered = roles.filter((name) => isOperator || name !== 'operator')
  return (
    <Choice
      label="Role"
      any="choose a role"
      value={role}
      options={offered.map((name) => ({ value: name, name }))}
      choose={(name) => {
        choose(isRole(name) ? name : undefined)
      }}
    />
  )
}
