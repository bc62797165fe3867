import { type SubmitEvent, useState, useSyncExternalStore } from 'react'
import { Button } from '../figures/button.tsx'
import { ConfirmedButton } from '../figures/confirmed-button.tsx'
import { Field } from '../figures/field.tsx'
import type { PageSettings } from '../service/page-settings.ts'
import { unsettledWrites } from '../service/unsettled.ts'
import type { KeyInAddress } from './key-in-address.ts'
import { ProveKey } from './prove-key.tsx'
import { useSession } from './session.tsx'
import styles from './sign-in.module.css'

/** Where a person chooses, imports or makes the key that signs. */
export function SignIn({ settings }: { readonly settings: PageSettings }) {
  const { profiles, offered, activate, forget } = useSession()
  const isAnswerLost = useSyncExternalStore(unsettledWrites.listen, unsettledWrites.isLeft)
  if (offered !== undefined) return <OfferedKey offered={offered} />
  return (
    <main className={styles['page']}>
      <h1>Vadium</h1>
      {isAnswerLost && (
        <p role="alert">
          <strong>The outcome of a request is unknown.</strong> Its screen was left before the
          answer had come. Look whether it happened before you send it again.
        </p>
      )}
      {profiles.length > 0 && (
        <section>
          <h2>Keys of this browser</h2>
          <ul className={styles['keys']}>
            {profiles.map((profile) => (
              <li key={profile.id}>
                <div>
                  <strong>{profile.label}</strong>
                  <code>{profile.key.publicKey}</code>
                </div>
                <Button
                  className="button primary"
                  onPress={() => {
                    unsettledWrites.forgetLeft()
                    void activate(profile.id)
                  }}
                >
                  Work with {profile.label}
                </Button>
                <ConfirmedButton
                  name="Forget"
                  question="Destroy the key in this browser for good? Nobody can read it again. To work again, you need an admin who invites you. Saved views go with the last key of their organization."
                  act={() => void forget(profile.id)}
                />
                <ProveKey profile={profile} settings={settings} />
              </li>
            ))}
          </ul>
        </section>
      )}
      <ImportKey />
      <CreateKey />
      <p className={styles['fine']}>
        A key never leaves this browser, and cannot be read again once it is here. It is kept in
        IndexedDB, and only the public key is shown. Each tab works with one key. The theme,
        notices, and the columns and height of tables are settings of this browser: they name
        nothing of your organization, and stay.
      </p>
    </main>
  )
}

/** The question about a key of the address. Its name is what the maker of the address chose. */
function OfferedKey({ offered: { label, key } }: { readonly offered: KeyInAddress }) {
  const { profiles, acceptOffered, declineOffered } = useSession()
  const known = profiles.find((profile) => profile.key.publicKey === key.publicKey)
  return (
    <main className={styles['page']}>
      <h1>Use the key of the address?</h1>
      <div className={styles['keys']}>
        <p>
          The address calls its key <q>{label}</q>. Its public key:
        </p>
        <code>{key.publicKey}</code>
      </div>
      {known === undefined ? (
        <p>
          This browser does not have that key. It has{' '}
          {profiles.length === 1 ? 'another key' : `${profiles.length} other keys`}. If you use it,
          it is kept beside them, and this tab works with it. Use it only if you opened the address
          yourself.
        </p>
      ) : (
        <p>
          This browser has that key, under the name <q>{known.label}</q>. If you use it, this tab
          works with it.
        </p>
      )}
      <div className={styles['row']}>
        <Button className="button primary" onPress={() => void acceptOffered()}>
          Use it
        </Button>
        <Button className="button" onPress={declineOffered}>
          Ignore it
        </Button>
      </div>
    </main>
  )
}

function ImportKey() {
  const { importKey } = useSession()
  const [fault, setFault] = useState<string>()
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const given = new FormData(form)
    const text = (name: string) => {
      const value = given.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    try {
      await importKey(text('label') || 'My key', text('privateKey'))
      form.reset()
    } catch (error) {
      // The message of the SDK never quotes the key.
      setFault(error instanceof Error ? error.message : 'The key could not be imported.')
    }
  }
  return (
    <form className={styles['form']} onSubmit={(event) => void submit(event)}>
      <h2>Import a key</h2>
      <Field label="Name">
        {(id) => <input id={id} name="label" placeholder="Treasury desk" />}
      </Field>
      <Field label="Private key">
        {(id) => (
          <input
            id={id}
            name="privateKey"
            type="password"
            required
            autoComplete="off"
            spellCheck={false}
          />
        )}
      </Field>
      {fault !== undefined && <p role="alert">{fault}</p>}
      <Button type="submit" className="button primary">
        Import
      </Button>
    </form>
  )
}

function CreateKey() {
  const { createKey } = useSession()
  return (
    <section className={styles['form']}>
      <h2>Make a key in this browser</h2>
      <p>
        An admin of your organization then enrols its public key. Until then, the service refuses
        it. If you have lost your key, ask an admin for an invitation: it is a link, and one button.
      </p>
      <Button className="button" onPress={() => void createKey('Key of this browser')}>
        Make a key
      </Button>
    </section>
  )
}
