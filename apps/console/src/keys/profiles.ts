import { createWebKey, importWebKey, type WebKey } from '@vadium/client'
import { createStore, get, update } from 'idb-keyval'
import { removeKeptWithout } from './kept-of-keys.ts'
import { TabChoice } from './tab-choice.ts'

/** A key of this browser. Its private part cannot be read again. */
export interface Profile {
  readonly id: string
  /** The name that the person gave it. */
  readonly label: string
  readonly key: WebKey
}

/** What all tabs share. */
interface Kept {
  readonly profiles: readonly Profile[]
  /** How often the page was locked. A choice that a tab made before the last time is void. */
  readonly locks?: number
  /** Whether no key has been chosen since the page was locked. */
  readonly isLocked?: boolean
}

/** The keys of this browser, and the one that this tab signs with. */
export interface Keys {
  readonly profiles: readonly Profile[]
  readonly active: Profile | undefined
}

const nothing: Kept = { profiles: [] }
const entry = 'profiles'

/**
 * The keys of this browser, in IndexedDB. Each tab chooses its own, so that a lender and a borrower
 * can be open side by side. A lock ends the choices of all tabs, also of those that sleep.
 */
export class ProfileStore {
  readonly #store = createStore('vadium-console', 'keys')
  readonly #choice = new TabChoice()
  readonly #changes = new BroadcastChannel('vadium-console-keys')

  /** What another tab says is not believed: it only has the keys read again. */
  onChangeElsewhere(listener: () => void): () => void {
    this.#changes.addEventListener('message', listener)
    return () => {
      this.#changes.removeEventListener('message', listener)
    }
  }

  /**
   * What a new tab begins with: the only key, unless the page is locked. Of several keys none,
   * because a guess would act for somebody else.
   */
  async begin(): Promise<Keys> {
    const { profiles, locks = 0, isLocked = false } = await this.#kept()
    const [only] = profiles
    if (this.#choice.isNew && !isLocked && profiles.length === 1 && only !== undefined) {
      this.#choice.make({ profileId: only.id, locks })
    }
    return this.read()
  }

  async read(): Promise<Keys> {
    const { profiles, locks = 0 } = await this.#kept()
    const chosen = this.#choice.read()
    const active = chosen?.locks === locks ? chosen.profileId : undefined
    return { profiles, active: profiles.find(({ id }) => id === active) }
  }

  /**
   * Keeps a private key and makes it the key of this tab. A key that is kept already is kept once.
   *
   * @throws TypeError when the text is not a private key.
   */
  async import(label: string, privateKey: string): Promise<void> {
    await this.add(label, await importWebKey(privateKey))
  }

  /** Makes a key in this browser. It has no rights until its public key is enrolled. */
  async create(label: string): Promise<void> {
    await this.add(label, await createWebKey())
  }

  /**
   * Makes a key for a credential that is still to be enrolled. The key of this tab stays the same.
   */
  async make(label: string): Promise<Profile> {
    const profile = { id: crypto.randomUUID(), label, key: await createWebKey() }
    await this.#change((kept) => ({ ...kept, profiles: [...kept.profiles, profile] }))
    return profile
  }

  async activate(id: string): Promise<void> {
    await this.#choose((kept) => ({ kept, id }))
  }

  /** In all tabs. */
  async lock(): Promise<void> {
    await this.#change(({ profiles, locks = 0 }) => ({
      profiles,
      locks: locks + 1,
      isLocked: true,
    }))
  }

  /** In all tabs. With the last key of an organization goes what is kept for it. */
  async forget(id: string): Promise<void> {
    await this.#change((kept) => ({
      ...kept,
      profiles: kept.profiles.filter((profile) => profile.id !== id),
    }))
    const { profiles } = await this.#kept()
    removeKeptWithout(profiles.map((profile) => profile.id))
  }

  async add(label: string, key: WebKey): Promise<void> {
    await this.#choose((kept) => {
      const known = kept.profiles.find((profile) => profile.key.publicKey === key.publicKey)
      const profile = known ?? { id: crypto.randomUUID(), label, key }
      const profiles = known === undefined ? [...kept.profiles, profile] : kept.profiles
      return { kept: { ...kept, profiles }, id: profile.id }
    })
  }

  async #choose(choose: (kept: Kept) => { kept: Kept; id: string }): Promise<void> {
    await this.#change((before) => {
      const { kept, id } = choose(before)
      this.#choice.make({ profileId: id, locks: kept.locks ?? 0 })
      return { ...kept, isLocked: false }
    })
  }

  async #change(change: (kept: Kept) => Kept): Promise<void> {
    await update<Kept>(entry, (kept) => change(kept ?? nothing), this.#store)
    this.#changes.postMessage('changed')
  }

  async #kept(): Promise<Kept> {
    return (await get<Kept>(entry, this.#store)) ?? nothing
  }
}
