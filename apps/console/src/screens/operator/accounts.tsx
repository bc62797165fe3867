import type { Account } from '@vadium/client'
import { createAccount } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { accountsQuery } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The accounts of an organization, and a form for another one. */
export function Accounts({ organizationId }: { readonly organizationId: string }) {
  return (
    <>
      <Read
        of={useRead(accountsQuery, organizationId)}
        what="the accounts"
        none="There is no account yet."
      >
        {(accounts) => <AccountRows accounts={accounts} />}
      </Read>
      <NewAccount organizationId={organizationId} />
    </>
  )
}

const columns: readonly Column<Account>[] = [
  { id: 'name', name: 'Name', value: ({ name }) => name },
  { id: 'kind', name: 'Kind', groups: true, value: ({ kind }) => kind },
  { id: 'id', name: 'Id', value: ({ id }) => id, cell: ({ id }) => <code>{id}</code> },
]

function AccountRows({ accounts }: { readonly accounts: readonly Account[] }) {
  return (
    <OwnTable
      name="Accounts"
      what="accounts"
      columns={columns}
      rows={accounts}
      idOf={({ id }) => id}
    />
  )
}

function NewAccount({ organizationId }: { readonly organizationId: string }) {
  const { accounts } = useClient()
  const form = useForm({
    schema: createAccount.body,
    complete: (draft) => ({ ...draft, organization_id: organizationId }),
    send: (body, options) => accounts.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New account"
      action="Create the account"
      done={({ name }) => <p>{name} has an account.</p>}
    >
      <div className={page['fields']}>
        <FormInput of={form} name="name" label="Name of the person or program" />
        <FormInput of={form} name="kind" label="Kind" />
      </div>
    </Form>
  )
}
