import type { Account } from '@vadium/client'
import { createAccount } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { accountsQuery } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'

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
