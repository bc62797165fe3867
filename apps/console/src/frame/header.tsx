import type { CurrentCredential } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { withinFirm } from '../service/within-firm.ts'
import { mayRead } from '../service/people.ts'
import { roleName } from '../service/role-names.ts'
import { Live } from './live.tsx'
import { Person } from './person.tsx'
import { Search } from './search.tsx'
import { Unread } from './unread.tsx'
import styles from './header.module.css'

/** One line above every screen: for whom, on which service, with how fresh figures, and who acts. */
export function Header({
  caller,
  followsEvents,
  openDeveloper,
}: {
  readonly caller: CurrentCredential | undefined
  readonly followsEvents: boolean
  readonly openDeveloper: () => void
}): ReactNode {
  const isSandbox = caller?.sandbox === true
  return (
    <header className={styles['header']} data-sandbox={isSandbox}>
      <Link to="/" className={styles['brand']}>
        Vadium
      </Link>
      {caller !== undefined && (
        <>
          <span className={styles['service']} data-sandbox={isSandbox}>
            {isSandbox ? '◇ SANDBOX' : '● LIVE'}
          </span>
          <strong className={styles['firm']} title={caller.organization.name}>
            {caller.organization.name}
          </strong>
          <span className={styles['desk']} title={caller.account.name}>
            {actorOf(caller)}
          </span>
        </>
      )}
      <Search />
      <div className={styles['tools']}>
        <Live followsEvents={followsEvents} />
        {caller !== undefined && mayRead(caller, 'countUnreadNotifications') && <Unread />}
        <Person caller={caller} openDeveloper={openDeveloper} />
      </div>
    </header>
  )
}

/** The account and its role, which is not said twice. */
function actorOf({ account, organization, credential }: CurrentCredential): string {
  const parts = [withinFirm(account.name, organization.name), roleName(credential.role)]
  return [...new Set(parts)].join(' · ')
}
