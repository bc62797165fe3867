import { proveWebKey, VadiumClient, webKeySigner } from '@vadium/client'
import { useState } from 'react'
import { Button } from '../figures/button.tsx'
import { CopyText } from '../figures/copy-text.tsx'
import page from '../figures/page.module.css'
import { ErrorText } from '../figures/states.tsx'
import { TextInput } from '../figures/text-input.tsx'
import type { Profile } from '../keys/profiles.ts'
import type { PageSettings } from '../service/page-settings.ts'

/** Proves a key of this browser, so that an admin can enrol it without seeing it. */
export function ProveKey({
  profile,
  settings,
}: {
  readonly profile: Profile
  readonly settings: PageSettings
}) {
  const [organizationId, setOrganizationId] = useState('')
  const [accountId, setAccountId] = useState('')
  const [proof, setProof] = useState<string>()
  const [fault, setFault] = useState<unknown>()
  const prove = async () => {
    setFault(undefined)
    try {
      const signer = webKeySigner(profile.key)
      const client = new VadiumClient({ baseUrl: settings.serviceUrl, signer })
      const { installation_id: installationId } = await client.installation.get()
      setProof(await proveWebKey(profile.key, { installationId, organizationId, accountId }))
    } catch (error) {
      setFault(error)
    }
  }
  return (
    <details>
      <summary>Prove {profile.label} for a credential</summary>
      <form
        className={page['form']}
        onSubmit={(event) => {
          event.preventDefault()
          void prove()
        }}
      >
        <p className={page['fine']}>
          The admin who enrols the key gives you the two ids. The proof is valid for 24 hours, and
          is not a secret.
        </p>
        <TextInput
          label="Id of the organization"
          value={organizationId}
          change={setOrganizationId}
        />
        <TextInput label="Id of the account" value={accountId} change={setAccountId} />
        <div>
          <Button
            type="submit"
            className="button"
            isDisabled={organizationId === '' || accountId === ''}
          >
            Prove it
          </Button>
        </div>
        {fault !== undefined && <ErrorText error={fault} />}
        {proof !== undefined && (
          <div role="status">
            <p>Give this to the admin:</p>
            <CopyText name="the proof" text={proof} />
          </div>
        )}
      </form>
    </details>
  )
}
