import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react'
import { type Keys, type Profile, ProfileStore } from '../keys/profiles.ts'
import type { PageSettings } from '../service/page-settings.ts'
import { addressHasKey, type KeyInAddress, takeKeyFromAddress } from './key-in-address.ts'

/** The keys of this browser, and what may be done with them. */
export interface Session {
  readonly profiles: readonly Profile[]
  /** The profile of this tab. */
  readonly active: Profile | undefined
  /** A key of the address that waits for a decision, because another profile exists. */
  readonly offered: KeyInAddress | undefined
  readonly acceptOffered: () => Promise<void>
  readonly declineOffered: () => void
  readonly importKey: (label: string, privateKey: string) => Promise<void>
  readonly createKey: (label: string) => Promise<void>
  /** Makes a key that is to be enrolled. The key of this tab stays the same. */
  readonly makeKey: (label: string) => Promise<Profile>
  readonly activate: (id: string) => Promise<void>
  /** In all tabs. */
  readonly lock: () => Promise<void>
  /** In all tabs. */
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

export function SessionProvider({
  settings,
  children,
}: {
  readonly settings: PageSettings
  readonly children: ReactNode
}) {
  const [store] = useState(() => new ProfileStore())
  const [keys, setKeys] = useState<Keys>()
  const [offered, setOffered] = useState<KeyInAddress>()

  useEffect(() => {
    const begin = async () => {
      const given = await takeKeyFromAddress(settings.takesKeyFromAddress)
      const { profiles } = await store.begin()
      if (given !== undefined && profiles.length > 0) setOffered(given)
      else if (given !== undefined) await store.add(given.label, given.key)
      setKeys(await store.read())
    }
    void begin()
    // The second address that `npm start` printed, pasted into this window, changes only its
    // fragment: without a reload the key would stay in the address.
    const beginAgain = () => {
      if (addressHasKey()) location.reload()
    }
    window.addEventListener('hashchange', beginAgain)
    return () => {
      window.removeEventListener('hashchange', beginAgain)
    }
  }, [store, settings])

  useEffect(() => {
    // A tab that cannot read its keys has none.
    const readAgain = () => {
      store.read().then(setKeys, () => {
        setKeys({ profiles: [], active: undefined })
      })
    }
    const whenShown = () => {
      if (document.visibilityState === 'visible') readAgain()
    }
    // A page that slept, or was left and is shown again, may have missed the message.
    document.addEventListener('visibilitychange', whenShown)
    const forgetListener = store.onChangeElsewhere(readAgain)
    return () => {
      document.removeEventListener('visibilitychange', whenShown)
      forgetListener()
    }
  }, [store])

  const session = useMemo((): Session | undefined => {
    if (keys === undefined) return undefined
    const after = async <Changed,>(change: Promise<Changed>): Promise<Changed> => {
      const changed = await change
      setKeys(await store.read())
      return changed
    }
    return {
      ...keys,
      offered,
      acceptOffered: async () => {
        if (offered === undefined) return
        setOffered(undefined)
        await after(store.add(offered.label, offered.key))
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
  }, [keys, offered, store])

  if (session === undefined) return null
  return <SessionContext value={session}>{children}</SessionContext>
}
