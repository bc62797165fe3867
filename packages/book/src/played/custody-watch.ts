import type { Transfer, VadiumClient } from '@vadium/client'
import { isFinal, transferStates, transferStatuses } from '@vadium/schema'
import type { DealClock } from './deal-clock.ts'
import type { CustodianWord, Movement } from './episode.ts'
import type { Calls } from './stage.ts'

const lookEveryMs = 60_000
/** The longest wait for a custodian: one day of sandbox time. */
const looksMax = 1440

/** All transfers of an order, oldest first. */
export async function transfersOf(
  client: VadiumClient,
  orderNumber: number,
  calls: Calls,
): Promise<Transfer[]> {
  const query = { orderId: orderNumber, page_size: 1000 }
  const { transfers } = await client.transfers.list(query, calls.read())
  return transfers.reverse()
}

/** Advances the time until every transfer under way has ended. */
export async function watchTransfers(
  client: VadiumClient,
  orderNumber: number,
  clock: DealClock,
  calls: Calls,
): Promise<Movement[]> {
  const watched = new Map<string, { transfer: Transfer; words: CustodianWord[] }>()
  for (let looks = 0; looks < looksMax; looks += 1) {
    const transfers = await transfersOf(client, orderNumber, calls)
    const underWay = transfers.filter(({ status }) => !isOver(status))
    for (const transfer of transfers) {
      if (watched.has(transfer.id) || underWay.includes(transfer)) {
        const words = watched.get(transfer.id)?.words ?? []
        watched.set(transfer.id, { transfer, words: withReport(words, transfer, clock.now) })
      }
    }
    if (underWay.length === 0) return [...watched.values()]
    await clock.advanceBy(lookEveryMs)
  }
  throw new Error('a transfer does not end')
}

/** The earlier and the new reports on a transfer. */
function withReport(
  words: readonly CustodianWord[],
  { provider_lifecycle: { state, provider_request_state: word } }: Transfer,
  time: string,
): CustodianWord[] {
  const last = words.at(-1)
  if (last?.word === word && last.state === state) return [...words]
  return [...words, { time, state, word }]
}

function isOver(status: string): boolean {
  const known = transferStatuses.find((each) => each === status)
  return known !== undefined && isFinal(transferStates, known)
}
