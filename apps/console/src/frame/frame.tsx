import type { CurrentCredential } from '@vadium/client'
import { Navigate, Outlet, useMatch, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { rememberOrganization } from '../keys/kept-of-keys.ts'
import { countFrom } from '../service/now.ts'
import { Read } from '../figures/read.tsx'
import { mayRead } from '../service/people.ts'
import { callerQuery } from '../service/queries.ts'
import { useRead } from '../service/read.ts'
import { useService } from '../service/service.tsx'
import { useActiveProfile } from '../session/session.tsx'
import { BatchProgress } from './batch-progress.tsx'
import { useDeveloper } from './developer.tsx'
import { Header } from './header.tsx'
import { keepFocus } from './kept-focus.ts'
import { KeyList } from './key-list.tsx'
import { later } from '../figures/later.tsx'
import { useNotices } from '../service/notices.ts'
import { NotEnrolled } from './not-enrolled.tsx'
import { firstScreenOf, Navigation } from './navigation.tsx'
import { PrintHead } from './print-head.tsx'
import { StaleBanner } from './stale-banner.tsx'
import styles from './frame.module.css'

const Notices = later(async () => (await import('./notices.tsx')).Notices)

/** What is on every screen: who acts, for whom, on which service, with how fresh figures. */
export function Frame() {
  const caller = useRead(callerQuery)
  const followsEvents = useEvents(caller.data)
  const { open, drawer } = useDeveloper()
  const content = useContentFocus()
  const notices = useNotices()
  useEffect(keepFocus, [])
  const { id: profileId } = useActiveProfile()
  const organizationId = caller.data?.organization.id
  useEffect(() => {
    if (organizationId !== undefined) rememberOrganization(profileId, organizationId)
  }, [profileId, organizationId])
  const sandboxTime = caller.data?.sandbox === true ? caller.data.book_time : undefined
  useEffect(() => (sandboxTime === undefined ? undefined : countFrom(sandboxTime)), [sandboxTime])
  return (
    <div className={styles['page']}>
      <a href="#content" className={styles['skip']}>
        Skip to the content
      </a>
      <Header caller={caller.data} followsEvents={followsEvents} openDeveloper={open} />
      <StaleBanner />
      <BatchProgress />
      <div className={styles['body']}>
        <Navigation caller={caller.data} />
        <main id="content" ref={content} tabIndex={-1} className={styles['content']}>
          <PrintHead caller={caller.data} />
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
      <KeyList />
      {followsEvents && notices !== 'off' && <Notices hasSound={notices === 'with a sound'} />}
      {drawer}
    </div>
  )
}

/** Follows the events and prices, and says whether the role of the caller may read events. */
function useEvents(caller: CurrentCredential | undefined): boolean {
  const { live } = useService()
  const isKnown = caller !== undefined
  const hasStream = isKnown && mayRead(caller, 'streamEvents')
  const isSandbox = caller?.sandbox === true
  useEffect(() => {
    if (!isKnown) return undefined
    live.start({ hasStream, isSandbox })
    return () => {
      live.stop()
    }
  }, [live, isKnown, hasStream, isSandbox])
  return hasStream
}

/**
 * Another screen gets the focus at its heading: what had it is gone, or is behind the reader. A
 * change of filters leaves the focus where it is.
 */
function useContentFocus() {
  const router = useRouter()
  const content = useRef<HTMLElement>(null)
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation === undefined || !pathChanged) return
        const heading = content.current?.querySelector('h1')
        ;(heading ?? content.current)?.focus({ preventScroll: true })
      }),
    [router],
  )
  return content
}

/** The screen of the address. Which one is the first depends on the role: it may see no Today. */
function Screen({ caller }: { readonly caller: CurrentCredential | undefined }) {
  const isFirst = useMatch({ from: '/', shouldThrow: false }) !== undefined
  if (!isFirst) return <Outlet />
  if (caller === undefined) return null
  const first = firstScreenOf(caller)
  return first === '/' ? <Outlet /> : <Navigate to={first} replace />
}
