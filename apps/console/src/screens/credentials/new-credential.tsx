import { createCredential, roleDescriptions, roles } from '@vadium/schema'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { installationQuery } from '../../service/credential-queries.ts'
import { accountsQuery, useMay } from '../../service/people.ts'
import { all, useRead } from '../../service/read.ts'
import { roleOption } from '../../service/role-names.ts'
import { useClient } from '../../service/service.tsx'
import { textAt } from '../../service/body.ts'
import { useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { Enrolled } from './enrolled.tsx'
import { KeyChoice, type KeyOfCredential, proofOf } from './key-choice.tsx'

/** Enrols a key for an account, of one organization or of any that the caller sees. */
export function NewCredential({ organizationId }: { readonly organizationId?: string }) {
  const { credentials } = useClient()
  const accounts = useRead(accountsQuery, organizationId)
  const installation = useRead(installationQuery)
  const choices = all<unknown>([accounts, installation])
  // An operator is created by operators alone, who may do all of this.
  const isOperator = useMay({ roles: ['operator'] })
  const offered = roles.filter((name) => isOperator || name !== 'operator')
  const [key, setKey] = useState<KeyOfCredential>()
  const holderOf = (accountId: string) => {
    const account = accounts.data?.find(({ id }) => id === accountId)
    return account && { organizationId: account.organization_id, accountId: account.id }
  }
  const form = useForm({
    schema: createCredential.body,
    offers: () => ({
      account_id: accounts.data?.map(({ id, name }) => ({ value: id, name })) ?? [],
      role: offered.map(roleOption),
    }),
    prepare: async (body) => ({
      ...body,
      proof: await proofOf(key, installation.data?.installation_id, holderOf(body.account_id)),
    }),
    send: (body, options) => credentials.create(body, options),
    afterwards: 'fix',
    alsoBegin: () => {
      setKey(undefined)
    },
  })
  const role = roles.find((name) => name === form.draft['role'])
  const isSent = wasTaken(form.write)
  return (
    <Form
      of={form}
      name="New credential"
      title="New credential"
      action="Create the credential"
      className={`panel ${page['form'] ?? ''}`}
      isBlocked={key === undefined || choices.data === undefined}
      buttons={
        isSent && (
          <Button className="button" onPress={form.again}>
            Another one
          </Button>
        )
      }
      done={(issued) => <Enrolled issued={issued} keyed={key} />}
    >
      <Read of={choices} what="the accounts and the installation">
        {() => (
          <>
            <div className={page['fields']}>
              <FormInput of={form} name="account_id" label="Account" />
              <FormInput of={form} name="role" label="Role" />
              <FormInput of={form} name="expire_time" label="Expires at the end of" type="date" />
            </div>
            {role !== undefined && <p className={page['fine']}>{roleDescriptions[role]}</p>}
            <KeyChoice
              chosen={key}
              choose={setKey}
              holder={holderOf(textAt(form.draft, 'account_id'))}
            />
          </>
        )}
      </Read>
    </Form>
  )
}
