import { createWebKey, importWebKey, type WebKey } from '@vadium/client'
import { createStore, get, update } from 'idb-keyval'

/** A key of this browser. Its private part cannot be read again. */
export interface Profile {
  readonly id: string
  /** The name that the person gave it. */
  readonly label: string
  readonly key: WebKey
}

interface Kept {
  readonly profiles: readonly Profile[]
  /** Undefined while the page is locked. */
  readonly activeId: string | undefined
}

const nothing: Kept = { profiles: [], activeId: undefined }
const entry = 'profiles'

/** The keys of this browser, in IndexedDB. */
export class ProfileStore {
  readonly #store = createStore('vadium-console', 'keys')

  async read(): Promise<Kept> {
    return (await get<Kept>(entry, this.#store)) ?? nothing
  }

  /**
   * Keeps a private key and makes it the active one. A key that is kept already is kept once.
   *
   * @throws TypeError when the text is not a private key.
   */
  async import(label: string, privateKey: string): Promise<void> {
    await this.#add(label, await importWebKey(privateKey))
  }

  /** Makes a key in this browser. It has no rights until its public key is enrolled. */
  async create(label: string): Promise<void> {
    await this.#add(label, await createWebKey())
  }

  /** Makes a key for a credential that is still to be enrolled. The active key stays the same. */
  async make(label: string): Promise<Profile> {
    const profile = { id: crypto.randomUUID(), label, key: await createWebKey() }
    await this.#change(({ profiles, activeId }) => ({
      profiles: [...profiles, profile],
      activeId,
    }))
    return profile
  }

  async activate(id: string): Promise<void> {
    await this.#change(({ profiles }) => ({ profiles, activeId: id }))
  }

  async lock(): Promise<void> {
    await this.#change(({ profiles }) => ({ profiles, activeId: undefined }))
  }

  async forget(id: string): Promise<void> {
    await this.#change(({ profiles, activeId }) => ({
      profiles: profiles.filter((profile) => profile.id !== id),
      activeId: activeId === id ? undefined : activeId,
    }))
  }

  async #add(label: string, key: WebKey): Promise<void> {
    await this.#change(({ profiles }) => {
      const known = profiles.find((profile) => profile.key.publicKey === key.publicKey)
      const profile = known ?? { id: crypto.randomUUID(), label, key }
      return {
        profiles: known === undefined ? [...profiles, profile] : profiles,
        activeId: profile.id,
      }
    })
  }

  #change(change: (kept: Kept) => Kept): Promise<void> {
    return update<Kept>(entry, (kept) => change(kept ?? nothing), this.#store)
  }
}
