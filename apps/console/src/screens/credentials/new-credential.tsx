import type { IssuedCredential } from '@vadium/client'
import { createCredential, roleDescriptions, roles } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { installationQuery } from '../../service/credential-queries.ts'
import { accountsQuery, useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { textAt } from '../../service/body.ts'
import { type FormOf, useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { Enrolled } from './enrolled.tsx'
import { KeyChoice, type KeyOfCredential, proofOf } from './key-choice.tsx'

/** Enrols a key for an account, of one organization or of any that the caller sees. */
export function NewCredential({ organizationId }: { readonly organizationId?: string }) {
  const { credentials } = useClient()
  const accounts = useRead(accountsQuery, organizationId)
  const installation = useRead(installationQuery).data
  const [key, setKey] = useState<KeyOfCredential>()
  const holderOf = (accountId: string) => {
    const account = accounts.data?.find(({ id }) => id === accountId)
    return account && { organizationId: account.organization_id, accountId: account.id }
  }
  const form = useForm({
    schema: createCredential.body,
    prepare: async (body) => {
      const holder = holderOf(body.account_id)
      if (key === undefined || holder === undefined || installation === undefined) return body
      const enrolment = { installationId: installation.installation_id, ...holder }
      return { ...body, proof: await proofOf(key, enrolment) }
    },
    send: (body, options) => credentials.create(body, options),
    afterwards: 'fix',
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
      isBlocked={key === undefined || installation === undefined}
      buttons={
        isSent && (
          <Button
            className="button"
            onPress={() => {
              setKey(undefined)
              form.again()
            }}
          >
            Another one
          </Button>
        )
      }
      done={(issued) => <Enrolled issued={issued} keyed={key} />}
    >
      <div className={page['fields']}>
        <FormInput
          of={form}
          name="account_id"
          label="Account"
          options={accounts.data?.map(({ id, name }) => ({ value: id, name })) ?? []}
        />
        <RoleChoice form={form} />
        <FormInput of={form} name="expire_time" label="Expires at the end of" type="date" />
      </div>
      <Read of={accounts} what="the accounts">
        {() => null}
      </Read>
      {role !== undefined && <p className={page['fine']}>{roleDescriptions[role]}</p>}
      <KeyChoice chosen={key} choose={setKey} holder={holderOf(textAt(form.draft, 'account_id'))} />
    </Form>
  )
}

function RoleChoice({ form }: { readonly form: FormOf<IssuedCredential> }) {
  // An operator is created by operators alone, who may do all of this.
  const isOperator = useMay({ roles: ['operator'] })
  const offered = roles.filter((name) => isOperator || name !== 'operator')
  return (
    <FormInput
      of={form}
      name="role"
      label="Role"
      options={offered.map((name) => ({ value: name, name }))}
    />
  )
}
