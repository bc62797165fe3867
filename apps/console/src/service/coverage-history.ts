import type { CoveragePoint, VadiumClient } from '@vadium/client'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'

/** The days of a history. */
export const historyDays = 7

/** The most ids of a request. */
const idsMax = 50
/** Rows that are scrolled away and back are not asked for again. */
const keptMs = 3_600_000
const afterFailureMs = 30_000

type Histories = ReadonlyMap<string, readonly CoveragePoint[]>

/** Reads with one request what several rows ask for at once. */
class GatheredHistories {
  readonly #client: VadiumClient
  readonly #ids = new Set<string>()
  #reading: Promise<Histories> | undefined

  constructor(client: VadiumClient) {
    this.#client = client
  }

  async read(id: string): Promise<readonly CoveragePoint[]> {
    this.#ids.add(id)
    this.#reading ??= this.#readAll()
    return (await this.#reading).get(id) ?? []
  }

  async #readAll(): Promise<Histories> {
    // Rows ask one after the other, all before the next task of the browser.
    await new Promise((resolve) => setTimeout(resolve))
    const ids = [...this.#ids]
    this.#ids.clear()
    this.#reading = undefined
    const requests = []
    for (let from = 0; from < ids.length; from += idsMax) {
      const filter = { ids: ids.slice(from, from + idsMax).join(','), history_days: historyDays }
      requests.push(this.#client.positions.list(filter))
    }
    const answers = await Promise.all(requests)
    return new Map(
      answers.flatMap(({ positions }) =>
        positions.map(({ id, coverage_history: points = [] }) => [id, points] as const),
      ),
    )
  }
}

const gathered = new WeakMap<VadiumClient, GatheredHistories>()

function gatheredOf(client: VadiumClient): GatheredHistories {
  const known = gathered.get(client)
  if (known !== undefined) return known
  const created = new GatheredHistories(client)
  gathered.set(client, created)
  return created
}

/**
 * The coverage of a position in the last days, the oldest first. No price changes it, so it is read
 * when a row is first shown, when its position has changed, and at each time `at` that is given.
 */
export const coverageHistoryQuery = (
  client: VadiumClient,
  { id, update_time: changed }: { readonly id: string; readonly update_time: string },
  at: number,
  isWanted: boolean,
) =>
  queryOptions({
    queryKey: ['coverage-history', id, changed, at],
    queryFn: () => gatheredOf(client).read(id),
    enabled: isWanted,
    staleTime: 'static',
    gcTime: keptMs,
    refetchInterval: ({ state }) => (state.status === 'error' ? afterFailureMs : false),
    placeholderData: keepPreviousData,
  })
