import type { CurrentCredential } from '@vadium/client'
import { Icon } from '../figures/icon.tsx'
import { PopOver } from '../figures/pop-over.tsx'
import { chooseTheme, useTheme } from '../figures/theme.ts'
import { roleName } from '../service/role-names.ts'
import { useSession } from '../session/session.tsx'
import styles from './header-panel.module.css'

/** Who acts, and what concerns this browser alone. */
export function Person({
  caller,
  openDeveloper,
}: {
  readonly caller: CurrentCredential | undefined
  readonly openDeveloper: () => void
}) {
  const { lock } = useSession()
  const theme = useTheme()
  return (
    <PopOver
      name="Account"
      button={
        <>
          <Icon name="person" />
          <span className="visually-hidden">Account</span>
        </>
      }
    >
      {(closes) => (
        <>
          {caller !== undefined && (
            <p className={styles['who']}>
              <strong>{caller.account.name}</strong>
              <span>Role: {roleName(caller.credential.role)}</span>
            </p>
          )}
          <div className={styles['choices']}>
            <button
              type="button"
              className="button"
              onClick={() => {
                chooseTheme(theme === 'dark' ? 'light' : 'dark')
              }}
            >
              {theme === 'dark' ? 'Light theme' : 'Dark theme'}
            </button>
            <button type="button" className="button" onClick={openDeveloper} {...closes}>
              Developer
            </button>
            <button type="button" className="button" onClick={() => void lock()}>
              Lock
            </button>
          </div>
        </>
      )}
    </PopOver>
  )
}
