import type { Credential, IssuedCredential } from '@vadium/client'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { DateInput, endOfDay } from '../../figures/date-input.tsx'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { installationQuery } from '../../service/credential-queries.ts'
import { useAccountName } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { Enrolled } from './enrolled.tsx'
import { KeyChoice, type KeyOfCredential, proofOf } from './key-choice.tsx'

const hourSeconds = 3_600

/** Replaces the key of a credential. The old one stays valid for a while, or not at all. */
export function RotateCredential({
  credential,
  close,
}: {
  readonly credential: Credential
  readonly close: () => void
}) {
  const client = useClient()
  const accountName = useAccountName()
  const installation = useRead(installationQuery)
  const { written, isBusy, write } = useWrite<IssuedCredential>()
  const [key, setKey] = useState<KeyOfCredential>()
  const [overlapHours, setOverlapHours] = useState('0')
  const [expireDay, setExpireDay] = useState('')
  const overlap = Math.round(Number(overlapHours) * hourSeconds)
  const holder = { organizationId: credential.organization_id, accountId: credential.account_id }
  const isSent = written.state === 'done' || written.state === 'awaits approval'

  const send = async () => {
    if (key === undefined || installation.data === undefined) return
    const installationId = installation.data.installation_id
    const proof = await proofOf(key, { installationId, ...holder })
    const expire = expireDay === '' ? {} : { expire_time: endOfDay(expireDay) }
    const body = { proof, overlap_seconds: overlap, ...expire }
    await write((options) => client.credentials.rotate(credential.id, body, options))
  }

  return (
    <form
      className={`panel ${page['form'] ?? ''}`}
      aria-label="Rotate a credential"
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <h2>
        Another key for {accountName(credential.account_id)}, {credential.role}
      </h2>
      <p className={page['fine']}>
        Now <code className={page['wrapped']}>{credential.public_key}</code>
      </p>
      <fieldset className={page['plain']} disabled={isBusy || isSent}>
        <KeyChoice chosen={key} choose={setKey} holder={holder} />
        <div className={page['fields']}>
          <TextInput
            label="The old key stays valid for, hours"
            value={overlapHours}
            change={setOverlapHours}
          />
          <DateInput
            label="The new key expires at the end of"
            value={expireDay}
            change={setExpireDay}
          />
        </div>
      </fieldset>
      <div className={page['buttons']}>
        <Button className="button" onPress={close} isDisabled={isBusy}>
          {isSent ? 'Done' : 'Leave it'}
        </Button>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || isSent || key === undefined || !(overlap >= 0)}
        >
          Rotate the credential
        </Button>
      </div>
      <Written written={written} done={(issued) => <Enrolled issued={issued} keyed={key} />} />
    </form>
  )
}
