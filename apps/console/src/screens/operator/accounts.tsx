import type { Account } from '@vadium/client'
import { createAccount } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import { enumValues } from '../../figures/enum-values.ts'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { accountsQuery } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'

const kinds = enumValues(createAccount.body.properties.kind)

/** The accounts of an organization, and a form for another one. */
export function Accounts({ organizationId }: { readonly organizationId: string }) {
  return (
    <>
      <Read of={useRead(accountsQuery, organizationId)} what="the accounts" none="No account yet.">
        {(accounts) => <AccountRows accounts={accounts} />}
      </Read>
      <NewAccount organizationId={organizationId} />
    </>
  )
}

function AccountRows({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <TableScroll name="Accounts">
      <table>
        <thead>
          <tr>
            <th>Name</th>
            <th>Kind</th>
            <th>Id</th>
          </tr>
        </thead>
        <tbody>
          {accounts.map(({ id, name, kind }) => (
            <tr key={id}>
              <td className="cut" title={name}>
                {name}
              </td>
              <td>{kind}</td>
              <td>
                <code>{id}</code>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function NewAccount({ organizationId }: { readonly organizationId: string }) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<Account>()
  const [name, setName] = useState('')
  const [kind, setKind] = useState<Kind>()
  const isFixed = isBusy || written.state === 'awaits approval'
  const send = () => {
    if (kind === undefined) return
    const body = { organization_id: organizationId, name, kind }
    void write(async (options) => {
      const account = await client.accounts.create(body, options)
      setName('')
      return account
    })
  }
  return (
    <form
      className={page['fields']}
      aria-label="New account"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset className={page['plain']} disabled={isFixed}>
        <TextInput
          label="Name of the person or program"
          value={name}
          change={(text) => {
            setName(text)
            reset()
          }}
        />
        <Choice
          label="Kind"
          any="choose a kind"
          value={kind}
          options={kinds.map((value) => ({ value, name: value }))}
          choose={(chosen) => {
            setKind(kinds.find((one) => one === chosen))
          }}
        />
      </fieldset>
      <Button
        type="submit"
        className="button"
        isDisabled={isBusy || wasTaken({ written }) || name === '' || kind === undefined}
      >
        Create the account
      </Button>
      <Written
        written={written}
        again={reset}
        done={(account) => <p>{account.name} has an account.</p>}
      />
    </form>
  )
}

type Kind = (typeof kinds)[number]
