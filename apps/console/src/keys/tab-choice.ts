/** The profile that a tab has chosen, and how often the page had been locked by then. */
export interface Choice {
  readonly profileId: string
  readonly locks: number
}

const item = 'vadium-console-profile'

/**
 * The choice of this tab, in its session storage: it survives a reload, and belongs to no other
 * tab. It names a key and is no secret.
 */
export class TabChoice {
  /** Whether this tab has never chosen. A choice that a lock has ended is still one. */
  get isNew(): boolean {
    return sessionStorage.getItem(item) === null
  }

  read(): Choice | undefined {
    const [profileId = '', locks = ''] = (sessionStorage.getItem(item) ?? '').split(' ')
    return /^\d+$/.test(locks) ? { profileId, locks: Number(locks) } : undefined
  }

  make({ profileId, locks }: Choice): void {
    sessionStorage.setItem(item, `${profileId} ${locks}`)
  }
}
