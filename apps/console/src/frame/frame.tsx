import { Link, Outlet } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'react-aria-components'
import { Failure } from '../figures/states.tsx'
import { callerQuery } from '../service/queries.ts'
import { useClient } from '../service/service.tsx'
import { useSession } from '../session/session.tsx'
import styles from './frame.module.css'
import { PriceAge, RateWindow, StreamState } from './status.tsx'
import { chooseTheme, useTheme } from './theme.ts'

/** What is on every screen: who acts, for whom, on which service, with how fresh figures. */
export function Frame() {
  const client = useClient()
  const { lock } = useSession()
  const caller = useQuery(callerQuery(client))
  const theme = useTheme()
  const isSandbox = caller.data?.sandbox === true
  const role = caller.data?.credential.role
  return (
    <div className={styles['page']} data-sandbox={isSandbox}>
      <a href="#content" className="visually-hidden">
        Skip to the content
      </a>
      <header className={styles['header']}>
        <Link to="/" className={styles['brand']}>
          Vadium
        </Link>
        {caller.data !== undefined && (
          <>
            <span className={styles['service']} data-sandbox={isSandbox}>
              {isSandbox ? '◇ SANDBOX' : '● LIVE'}
            </span>
            <span className={styles['who']}>
              <strong>{caller.data.organization.name}</strong>
              <span>
                {caller.data.account.name} · {role}
              </span>
            </span>
          </>
        )}
        <div className={styles['status']}>
          {role !== 'operator' && <StreamState />}
          <PriceAge />
          <RateWindow />
        </div>
        <div className={styles['tools']}>
          <Button
            className="button"
            onPress={() => {
              chooseTheme(theme === 'dark' ? 'light' : 'dark')
            }}
          >
            {theme === 'dark' ? 'Light' : 'Dark'}
          </Button>
          <Button className="button" onPress={() => void lock()}>
            Lock
          </Button>
        </div>
      </header>
      <nav className={styles['nav']} aria-label="Screens">
        {role !== 'operator' && (
          <>
            <Link to="/" activeOptions={{ exact: true }}>
              Today
            </Link>
            <Link to="/positions">Positions</Link>
            <Link to="/calls">Calls</Link>
            <Link to="/transfers">Transfers</Link>
            <Link to="/what-if">What if</Link>
          </>
        )}
        {isSandbox && role === 'operator' && <Link to="/sandbox">Sandbox</Link>}
      </nav>
      <main id="content" className={styles['content']}>
        {caller.isLoadingError ? (
          <Failure
            error={caller.error}
            what="who you are"
            again={() => {
              void caller.refetch()
            }}
          />
        ) : (
          <Outlet />
        )}
      </main>
    </div>
  )
}
