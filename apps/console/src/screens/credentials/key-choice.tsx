import { type Enrolment } from '@vadium/schema/protocol'
import { proveWebKey } from '@vadium/client'
import { useId, useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { CopyText } from '../../figures/copy-text.tsx'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import type { Profile } from '../../keys/profiles.ts'
import { useSession } from '../../session/session.tsx'

/** Whose a credential is to be. */
type Holder = Omit<Enrolment, 'installationId'>

/** The key that a credential is to have: made in this browser, or proven by its holder. */
export type KeyOfCredential = { readonly profile: Profile } | { readonly proof: string }

/**
 * The proof that somebody holds the private key, for the owner of the credential.
 *
 * @throws Error if anything that it names is unknown. Without a proof the service would make a key.
 */
export async function proofOf(
  key: KeyOfCredential | undefined,
  installationId: string | undefined,
  holder: Holder | undefined,
): Promise<string> {
  if (key === undefined || installationId === undefined || holder === undefined) {
    throw new Error('There is no proof of the key yet.')
  }
  return 'profile' in key ? proveWebKey(key.profile.key, { installationId, ...holder }) : key.proof
}

/** Where the key of a credential comes from. Undefined until there is one. */
export function KeyChoice({
  chosen,
  choose,
  holder,
}: {
  readonly chosen: KeyOfCredential | undefined
  readonly choose: (key: KeyOfCredential | undefined) => void
  /** What the holder needs to prove a key: ids of the organization and the account. */
  readonly holder: Holder | undefined
}) {
  const [isHere, setIsHere] = useState(true)
  const name = useId()
  const radio = (label: string, here: boolean) => (
    <label className={page['radio']}>
      <input
        type="radio"
        name={name}
        checked={isHere === here}
        onChange={() => {
          setIsHere(here)
          choose(undefined)
        }}
      />
      {label}
    </label>
  )
  return (
    <fieldset className={page['choice']}>
      <legend>Key</legend>
      <div className={page['buttons']}>
        {radio('Made in this browser', true)}
        {radio('Made by its holder, elsewhere', false)}
      </div>
      {isHere ? (
        <KeyOfThisBrowser chosen={chosen} choose={choose} />
      ) : (
        <KeyOfTheHolder chosen={chosen} choose={choose} holder={holder} />
      )}
    </fieldset>
  )
}

function KeyOfThisBrowser({
  chosen,
  choose,
}: Pick<Parameters<typeof KeyChoice>[0], 'chosen' | 'choose'>) {
  const { makeKey } = useSession()
  const [label, setLabel] = useState('')
  if (chosen !== undefined && 'profile' in chosen) {
    return (
      <div className={page['form']}>
        <p>
          Its private key was made in this browser, is kept here as “{chosen.profile.label}” and
          cannot be read. Its public key:
        </p>
        <CopyText name="the public key" text={chosen.profile.key.publicKey} />
      </div>
    )
  }
  return (
    <div className={page['fields']}>
      <TextInput
        label="Name of the key in this browser"
        placeholder="Margin desk"
        value={label}
        change={setLabel}
      />
      <Button
        className="button"
        onPress={() => {
          void makeKey(label || 'Key of this browser').then((profile) => {
            choose({ profile })
          })
        }}
      >
        Make the key
      </Button>
    </div>
  )
}

function KeyOfTheHolder({ chosen, choose, holder }: Parameters<typeof KeyChoice>[0]) {
  return (
    <div className={page['form']}>
      {holder === undefined ? (
        <p className={page['fine']}>Choose the account first: the proof names it.</p>
      ) : (
        <p className={page['fine']}>
          The holder proves the key on the screen where keys are chosen, or by{' '}
          <code>vadium keys new</code>, for organization{' '}
          <CopyText name="the id of the organization" text={holder.organizationId} /> and account{' '}
          <CopyText name="the id of the account" text={holder.accountId} />
        </p>
      )}
      <TextInput
        label="Proof of possession"
        value={chosen !== undefined && 'proof' in chosen ? chosen.proof : ''}
        change={(proof) => {
          choose(proof === '' ? undefined : { proof })
        }}
      />
    </div>
  )
}
