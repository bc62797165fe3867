import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import type { PageSettings } from '../page-settings.ts'
import { type KeyInAddress, takeKeyFromAddress } from './key-in-address.ts'
import { type Profile, ProfileStore } from './profiles.ts'

/** The keys of this browser, and what may be done with them. */
export interface Session {
  readonly profiles: readonly Profile[]
  readonly active: Profile | undefined
  /** A key of the address that waits for a decision, because another profile exists. */
  readonly offered: KeyInAddress | undefined
  readonly acceptOffered: () => Promise<void>
  readonly declineOffered: () => void
  readonly importKey: (label: string, privateKey: string) => Promise<void>
  readonly createKey: (label: string) => Promise<void>
  /** Makes a key that is to be enrolled. The active key stays the same. */
  readonly makeKey: (label: string) => Promise<Profile>
  readonly activate: (id: string) => Promise<void>
  readonly lock: () => Promise<void>
  readonly forget: (id: string) => Promise<void>
}

const SessionContext = createContext<Session | undefined>(undefined)

export function useSession(): Session {
  const session = useContext(SessionContext)
  if (session === undefined) throw new Error('useSession needs a SessionProvider')
  return session
}

/** The profile whose key signs. Screens are shown only while there is one. */
export function useActiveProfile(): Profile {
  const { active } = useSession()
  if (active === undefined) throw new Error('a screen needs an active profile')
  return active
}

interface Kept {
  readonly profiles: readonly Profile[]
  readonly activeId: string | undefined
}

export function SessionProvider({
  settings,
  children,
}: {
  readonly settings: PageSettings
  readonly children: ReactNode
}) {
  const [store] = useState(() => new ProfileStore())
  const [kept, setKept] = useState<Kept>()
  const [offered, setOffered] = useState<KeyInAddress>()

  useEffect(() => {
    const begin = async () => {
      // Removed from the address even where it is not accepted.
      const given = takeKeyFromAddress()
      const before = await store.read()
      if (given !== undefined && settings.takesKeyFromAddress) {
        // A key that was cut off when it was copied is none: the page asks for one.
        if (before.profiles.length === 0) {
          await store.import(given.label, given.privateKey).catch(() => undefined)
        } else setOffered(given)
      }
      setKept(await store.read())
    }
    void begin()
    // The second address that `npm start` printed, pasted into this window, changes only its
    // fragment: without a reload the key would stay in the address.
    const beginAgain = () => {
      if (location.hash.startsWith('#key=')) location.reload()
    }
    window.addEventListener('hashchange', beginAgain)
    return () => {
      window.removeEventListener('hashchange', beginAgain)
    }
  }, [store, settings])

  const session = useMemo((): Session | undefined => {
    if (kept === undefined) return undefined
    const after = async <Changed,>(change: Promise<Changed>): Promise<Changed> => {
      const changed = await change
      setKept(await store.read())
      return changed
    }
    return {
      profiles: kept.profiles,
      active: kept.profiles.find(({ id }) => id === kept.activeId),
      offered,
      acceptOffered: async () => {
        if (offered === undefined) return
        setOffered(undefined)
        await after(store.import(offered.label, offered.privateKey).catch(() => undefined))
      },
      declineOffered: () => {
        setOffered(undefined)
      },
      importKey: (label, privateKey) => after(store.import(label, privateKey)),
      createKey: (label) => after(store.create(label)),
      makeKey: (label) => after(store.make(label)),
      activate: (id) => after(store.activate(id)),
      lock: () => after(store.lock()),
      forget: (id) => after(store.forget(id)),
    }
  }, [kept, offered, store])

  if (session === undefined) return null
  return <SessionContext value={session}>{children}</SessionContext>
}
