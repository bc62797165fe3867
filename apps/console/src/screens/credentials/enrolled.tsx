import type { IssuedCredential } from '@vadium/client'
import { Button } from '../../figures/button.tsx'
import page from '../../figures/page.module.css'
import { roleName } from '../../service/role-names.ts'
import { useSession } from '../../session/session.tsx'
import type { KeyOfCredential } from './key-choice.tsx'

/** A key that has become that of a credential, and the way to work with it. */
export function Enrolled({
  issued: { credential },
  keyed,
}: {
  readonly issued: IssuedCredential
  readonly keyed: KeyOfCredential | undefined
}) {
  const { activate } = useSession()
  const profile = keyed !== undefined && 'profile' in keyed ? keyed.profile : undefined
  return (
    <div className={page['form']}>
      <p>
        The key <code className={page['wrapped']}>{credential.public_key}</code> is enrolled, with
        the role {roleName(credential.role)}.
      </p>
      {profile !== undefined && (
        <div>
          <Button className="button" onPress={() => void activate(profile.id)}>
            Work with {profile.label}
          </Button>
        </div>
      )}
    </div>
  )
}
