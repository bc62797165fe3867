import type { Event, Notification as Notified, VadiumClient } from '@vadium/client'
import type { QueryClient } from '@tanstack/react-query'
import { notificationPreferencesQuery } from './notification-queries.ts'

/** What arrives together, as after a pause of the stream, is one notice. */
const gatheredMs = 1_000
/** So long another tab of this browser does not show what this one has shown. */
const heldMs = 5_000

/** What is critical and not muted, shown on the desktop by this browser. */
export class DesktopNotices {
  readonly #client: VadiumClient
  readonly #queries: QueryClient
  readonly #arrived: Notified[] = []
  #gathering: ReturnType<typeof setTimeout> | undefined

  constructor(client: VadiumClient, queries: QueryClient) {
    this.#client = client
    this.#queries = queries
  }

  /** Takes what an event says. `show` gets those that arrived within a second, in one tab only. */
  arrive({ data: { notification } }: Event, show: (first: Notified, others: number) => void): void {
    if (notification?.severity !== 'critical') return
    this.#arrived.push(notification)
    this.#gathering ??= setTimeout(() => void this.#show(show), gatheredMs)
  }

  stop(): void {
    clearTimeout(this.#gathering)
  }

  async #show(show: (first: Notified, others: number) => void): Promise<void> {
    this.#gathering = undefined
    const [first, ...others] = await this.#unmuted(this.#arrived.splice(0))
    if (first === undefined) return
    await inOneTab(first.id, () => {
      show(first, others.length)
    })
  }

  /** Those that the account has not muted. Without its preferences, none is muted. */
  async #unmuted(notifications: readonly Notified[]): Promise<readonly Notified[]> {
    const query = { ...notificationPreferencesQuery(this.#client), staleTime: 60_000 }
    const muted: readonly string[] = await this.#queries.query(query).then(
      ({ muted_categories: names }) => names,
      () => [],
    )
    return notifications.filter(({ category }) => !muted.includes(category))
  }
}

/** Several tabs follow the same events. The first one shows them. */
const inOneTab = (id: string, show: () => void): Promise<void> =>
  navigator.locks.request(`vadium notice ${id}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return
    show()
    await new Promise((resolve) => setTimeout(resolve, heldMs))
  })
