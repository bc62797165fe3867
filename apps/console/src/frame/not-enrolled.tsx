import { VadiumError } from '@vadium/client'
import { CopyText } from '../figures/copy-text.tsx'
import { useActiveProfile } from '../session/session.tsx'

/** What a person can do whose key the service does not know. */
export function NotEnrolled({ error }: { readonly error: unknown }) {
  const { label, key } = useActiveProfile()
  if (!(error instanceof VadiumError && error.reason === 'UNAUTHENTICATED')) return null
  return (
    <div className="panel">
      <h2>The service does not know the key “{label}”</h2>
      <p>
        If you were invited, the admin has still to compare the words. If the key is new and you
        were not invited, press <strong>Lock</strong>, prove the key there, and give the proof to an
        admin. Its public key:
      </p>
      <CopyText name="the public key" text={key.publicKey} />
    </div>
  )
}
