import type { CurrentCredential } from '@vadium/client'
import { Link, Navigate, Outlet, useMatch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { countFrom } from '../service/now.ts'
import { Read } from '../figures/read.tsx'
import { mayRead } from '../service/people.ts'
import { callerQuery } from '../service/queries.ts'
import { useRead } from '../service/read.ts'
import { useService } from '../service/service.tsx'
import { useSession } from '../session/session.tsx'
import { useDeveloper } from './developer.tsx'
import { NotEnrolled } from './not-enrolled.tsx'
import { firstScreenOf, Navigation } from './navigation.tsx'
import { Search } from './search.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { PriceAge, RateWindow, StreamState } from './status.tsx'
import { Unread } from './unread.tsx'
import { chooseTheme, useTheme } from '../figures/theme.ts'
import styles from './frame.module.css'

/** What is on every screen: who acts, for whom, on which service, with how fresh figures. */
export function Frame() {
  const { lock } = useSession()
  const caller = useRead(callerQuery)
  const theme = useTheme()
  const followsEvents = useEvents(caller.data)
  const { button, drawer } = useDeveloper()
  const isSandbox = caller.data?.sandbox === true
  const role = caller.data?.credential.role
  const sandboxTime = caller.data?.sandbox === true ? caller.data.book_time : undefined
  useEffect(() => (sandboxTime === undefined ? undefined : countFrom(sandboxTime)), [sandboxTime])
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
          {followsEvents && <StreamState />}
          <PriceAge />
          <RateWindow />
        </div>
        <div className={styles['tools']}>
          <Search />
          {caller.data !== undefined && mayRead(caller.data, 'countUnreadNotifications') && (
            <Unread />
          )}
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
      <StaleBanner />
      <div className={styles['body']}>
        <Navigation caller={caller.data}>{button}</Navigation>
        <main id="content" className={styles['content']}>
          {caller.isLoadingError ? (
            <>
              <Read of={caller} what="who you are">
                {() => null}
              </Read>
              <NotEnrolled error={caller.error} />
            </>
          ) : (
            <Screen caller={caller.data} />
          )}
        </main>
      </div>
      {drawer}
    </div>
  )
}

/** Follows the events if the role of the caller may read them, and says whether it may. */
function useEvents(caller: CurrentCredential | undefined): boolean {
  const { live } = useService()
  const isAllowed = caller !== undefined && mayRead(caller, 'streamEvents')
  useEffect(() => {
    if (!isAllowed) return undefined
    live.start()
    return () => {
      live.stop()
    }
  }, [live, isAllowed])
  return isAllowed
}

/** The screen of the address. Which one is the first depends on the role: it may see no Today. */
function Screen({ caller }: { readonly caller: CurrentCredential | undefined }) {
  const isFirst = useMatch({ from: '/', shouldThrow: false }) !== undefined
  if (!isFirst) return <Outlet />
  if (caller === undefined) return null
  const first = firstScreenOf(caller)
  return first === '/' ? <Outlet /> : <Navigate to={first} replace />
}
