import { Link, Navigate, Outlet, useMatch } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Button } from 'react-aria-components'
import { standAt } from '../figures/now.ts'
import { Failure } from '../figures/states.tsx'
import { callerQuery } from '../service/queries.ts'
import { useClient } from '../service/service.tsx'
import { useSession } from '../session/session.tsx'
import { useDeveloper } from './developer.tsx'
import styles from './frame.module.css'
import { NotEnrolled } from './not-enrolled.tsx'
import { Navigation } from './navigation.tsx'
import { Search } from './search.tsx'
import { StaleBanner } from './stale-banner.tsx'
import { PriceAge, RateWindow, StreamState } from './status.tsx'
import { Unread } from './unread.tsx'
import { chooseTheme, useTheme } from '../figures/theme.ts'

/** What is on every screen: who acts, for whom, on which service, with how fresh figures. */
export function Frame() {
  const client = useClient()
  const { lock } = useSession()
  const caller = useQuery(callerQuery(client))
  const theme = useTheme()
  // The operator has no book, and so no Today.
  const isFirst = useMatch({ from: '/', shouldThrow: false }) !== undefined
  const { button, drawer } = useDeveloper()
  const isSandbox = caller.data?.sandbox === true
  const role = caller.data?.credential.role
  const sandboxTime = caller.data?.sandbox === true ? caller.data.book_time : undefined
  useEffect(() => (sandboxTime === undefined ? undefined : standAt(sandboxTime)), [sandboxTime])
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
          <Search />
          {role !== undefined && role !== 'operator' && role !== 'reporting' && <Unread />}
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
              <Failure
                error={caller.error}
                what="who you are"
                again={() => {
                  void caller.refetch()
                }}
              />
              <NotEnrolled error={caller.error} />
            </>
          ) : isFirst && role === 'operator' ? (
            <Navigate to="/operator" replace />
          ) : (
            <Outlet />
          )}
        </main>
      </div>
      {drawer}
    </div>
  )
}
