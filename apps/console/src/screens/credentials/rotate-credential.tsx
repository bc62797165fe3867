import type { Credential } from '@vadium/client'
import { rotateCredential } from '@vadium/schema'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { installationQuery } from '../../service/credential-queries.ts'
import { useAccountName } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { roleName } from '../../service/role-names.ts'
import { useClient } from '../../service/service.tsx'
import { secondsOf, textAt } from '../../service/body.ts'
import { useForm } from '../../service/use-form.ts'
import { wasTaken } from '../../service/write.ts'
import { Enrolled } from './enrolled.tsx'
import { KeyChoice, type KeyOfCredential, proofOf } from './key-choice.tsx'

const hourSeconds = 3_600
const hoursMax = (rotateCredential.body.properties.overlap_seconds.maximum ?? 0) / hourSeconds

/** Replaces the key of a credential. The old one stays valid for a while, or not at all. */
export function RotateCredential({
  credential,
  close,
}: {
  readonly credential: Credential
  readonly close: () => void
}) {
  const { credentials } = useClient()
  const accountName = useAccountName()
  const installation = useRead(installationQuery)
  const [key, setKey] = useState<KeyOfCredential>()
  const holder = { organizationId: credential.organization_id, accountId: credential.account_id }
  const form = useForm({
    schema: rotateCredential.body,
    begin: { overlap_hours: '0' },
    complete: (draft) => ({
      ...draft,
      overlap_seconds: secondsOf(textAt(draft, 'overlap_hours'), hourSeconds),
    }),
    prepare: async (body) => ({
      ...body,
      proof: await proofOf(key, installation.data?.installation_id, holder),
    }),
    send: (body, options) => credentials.rotate(credential.id, body, options),
    afterwards: 'fix',
    alsoBegin: () => {
      setKey(undefined)
    },
  })
  return (
    <Form
      of={form}
      name="Rotate a credential"
      title={
        <>
          Another key for {accountName(credential.account_id)}, {roleName(credential.role)}
        </>
      }
      action="Rotate the credential"
      className={`panel ${page['form'] ?? ''}`}
      isBlocked={key === undefined || installation.data === undefined}
      buttons={
        <Button className="button" onPress={close} isDisabled={form.write.isBusy}>
          {wasTaken(form.write) ? 'Done' : 'Cancel'}
        </Button>
      }
      done={(issued) => <Enrolled issued={issued} keyed={key} />}
    >
      <p className={page['fine']}>
        Now <code className={page['wrapped']}>{credential.public_key}</code>
      </p>
      <Read of={installation} what="the installation">
        {() => <KeyChoice chosen={key} choose={setKey} holder={holder} />}
      </Read>
      <div className={page['fields']}>
        <FormInput
          of={form}
          name="overlap_hours"
          member="overlap_seconds"
          label="The old key stays valid for, hours"
          help={`0: it ends at once. At most ${hoursMax} hours.`}
          fault={
            // The body has seconds. What is wrong with it is said in the unit that is typed.
            form.faults['overlap_seconds'] && `must be 0 to ${hoursMax} hours`
          }
        />
        <FormInput
          of={form}
          name="expire_time"
          label="The new key expires at the end of"
          type="date"
        />
      </div>
    </Form>
  )
}
