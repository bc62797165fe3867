import { listTransfers, transferStatuses } from '@vadium/schema'
import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book, bookTime, type Deal, type Key, type Party } from '../../../harness/book.ts'
import { succeed } from '../../../harness/call.ts'
import { insertTransfers } from '../../../harness/inserted-transfers.ts'
import { isLongRun, seedFrom } from '../../../harness/long-run.ts'
import { type RunningService, startService } from '../../../harness/service.ts'

const seed = seedFrom('LISTING_SEED', 20_260_301)
const rounds = isLongRun ? 5 : 1
const transfers = 240

const tokens = ['BTC', 'ETH', 'USDC'] as const
const custodians = ['fireblocks', 'bitgo', 'copper'] as const

const book = new Book()
const parties = ['north', 'south', 'east'].map((name) => book.party(name, 'simulated'))
for (const [place, { id }] of parties.entries()) {
  for (const custodian of custodians) {
    book.scenario.wallets.push({
      id: `${place}-${custodian}`,
      organization_id: id,
      custodian,
      name: `${place} ${custodian}`,
      address: `0x${place}${custodian}`,
      assets: [...tokens],
    })
  }
}

interface Between {
  readonly deal: Deal
  readonly lender: number
  readonly borrower: number
}

const state = 'PENDING_ACCEPTANCE'
/** The second side of a first deal is the first of another one, so that both directions occur. */
const deals: Between[] = [
  [0, 1],
  [1, 0],
  [2, 0],
  [1, 2],
].map(([lender = 0, borrower = 0]) => ({
  deal: book.deal(partyAt(lender), partyAt(borrower), { state }),
  lender,
  borrower,
}))

function partyAt(place: number): Party {
  const [party] = parties.slice(place)
  if (party === undefined) throw new Error(`there is no party ${place}`)
  return party
}

/** What a list shows of a transfer. */
interface Known {
  readonly id: string
  readonly createTime: string
  readonly sender: string
  readonly receiver: string
  readonly senderCustodian: string
  readonly receiverCustodian: string
  readonly orderNumber: number
  readonly token: string
  readonly status: string
}

/** Mostly one value, as in a book where nearly every transfer is completed. */
const status = fc.oneof(
  { weight: 3, arbitrary: fc.constant('COMPLETED' as const) },
  { weight: 2, arbitrary: fc.constantFrom(...transferStatuses) },
)

const drawn = fc.record({
  between: fc.constantFrom(...deals),
  isToLender: fc.boolean(),
  token: fc.constantFrom(...tokens),
  from: fc.constantFrom(...custodians),
  to: fc.constantFrom(...custodians),
  status,
  // Several transfers have the same time.
  second: fc.integer({ min: 1, max: transfers / 3 }),
})

const known: Known[] = fc
  .sample(drawn, { seed, numRuns: transfers })
  .map(({ between: { deal, lender, borrower }, isToLender, token, from, to, second, ...of }) => {
    const [sender, receiver] = isToLender ? [borrower, lender] : [lender, borrower]
    const create_time = new Date(Date.parse(bookTime) + 1000 * second).toISOString()
    const { id } = book.transfer(deal, partyAt(sender), partyAt(receiver), {
      token,
      leg: 'interest',
      category: 'interest',
      status: of.status,
      sender_wallet_id: `${sender}-${from}`,
      receiver_wallet_id: `${receiver}-${to}`,
      create_time,
    })
    return {
      id,
      createTime: create_time,
      sender: partyAt(sender).id,
      receiver: partyAt(receiver).id,
      senderCustodian: from,
      receiverCustodian: to,
      orderNumber: deal.orderNumber,
      token,
      status: of.status,
    }
  })

const filters = [
  'sender',
  'receiver',
  'senderCustodian',
  'receiverCustodian',
  'status',
  'token',
  'orderNumber',
] as const
type Selection = Partial<Pick<Known, (typeof filters)[number]>>

/** A value for each filter: all of one transfer, or some of another one. */
const values = fc
  .record({
    like: fc.constantFrom(...known),
    other: fc.constantFrom(...known),
    ofOther: fc.oneof(
      { weight: 2, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.subarray([...filters], { minLength: 1, maxLength: 2 }) },
    ),
  })
  .map(({ like, other, ofOther }) => ({ ...like, ...pick(other, ofOther) }))

function pick(from: Known, names: readonly (typeof filters)[number][]): Selection {
  return Object.fromEntries(names.map((name) => [name, from[name]]))
}

/** The 128 sets of filters, each with drawn values; in a short run an eleventh of them. */
function selections(drawnFor: number): Selection[] {
  return fc
    .sample(values, { seed: seed + drawnFor, numRuns: 2 ** filters.length })
    .map((given, set) =>
      pick(
        given,
        filters.filter((_name, bit) => (set >> bit) % 2 === 1),
      ),
    )
    .filter((_, set) => isLongRun || (set + drawnFor) % 11 === 0)
}

const matches = (transfer: Known, selection: Selection) =>
  filters.every((name) => selection[name] === undefined || selection[name] === transfer[name])

/** What a list must show to an organization, in its order. */
const expected = (viewer: Party, selection: Selection, all: readonly Known[]) =>
  all
    .filter(({ sender, receiver }) => sender === viewer.id || receiver === viewer.id)
    .filter((transfer) => matches(transfer, selection))
    .sort((a, b) => (position(a) < position(b) ? 1 : -1))
    .map(({ id }) => id)
const position = ({ createTime, id }: Known) => `${createTime} ${id}`

function queryOf({ sender, receiver, orderNumber, ...same }: Selection, size: number): string {
  const query = new URLSearchParams({ page_size: String(size), ...same })
  if (sender !== undefined) query.set('sender', `organizations/${sender}`)
  if (receiver !== undefined) query.set('receiver', `organizations/${receiver}`)
  if (orderNumber !== undefined) query.set('orderId', String(orderNumber))
  return query.toString()
}

const viewers = (isLongRun ? parties : [partyAt(0)]).map((party) => ({
  party,
  key: party.credential('reporting'),
}))

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await insertTransfers(service.database, book)
})
afterAll(() => service.close())

/** Whether each transfer is a milestone, so that a page looks at a few of them only. */
let areMilestones = false
let shortPages = 0

/** The ids of all pages. Between two of them, something may happen. */
async function listed(
  key: Key,
  selection: Selection,
  size: number,
  between: () => Promise<void> = () => Promise.resolve(),
): Promise<string[]> {
  const seen: string[] = []
  let query = queryOf(selection, size)
  for (;;) {
    const page = await succeed(service, listTransfers, { key, target: `/transfers?${query}` })
    seen.push(...page.transfers.map(({ id }) => id))
    const { next_page_token: next } = page
    if (next === undefined) return seen
    if (page.transfers.length === size || !areMilestones) {
      expect(page.transfers).toHaveLength(size)
    } else {
      shortPages += 1
    }
    await between()
    query = `${queryOf(selection, size)}&page_token=${next}`
  }
}

const named = (selection: Selection) => JSON.stringify(selection)

describe('a list with any set of filters', () => {
  it.each(Array.from({ length: rounds }, (_, round) => round))(
    'has exactly the transfers that match, newest first, on pages: round %i',
    async (round) => {
      for (const viewer of viewers) {
        for (const selection of selections(round)) {
          const wanted = expected(viewer.party, selection, known)
          // At most five pages, of which the last may be full.
          const size = Math.max(3, Math.ceil(wanted.length / 5))
          expect(await listed(viewer.key, selection, size), named(selection)).toEqual(wanted)
        }
      }
    },
    120_000,
  )
})

describe('a list whose transfers change status between two pages', () => {
  it('neither repeats a transfer, nor skips one that matched all the time', async () => {
    const [viewer] = viewers
    if (viewer === undefined) throw new Error('there is no viewer')
    const { party, key } = viewer
    const changes = fc.sample(
      fc.record({ at: fc.nat({ max: transfers - 1 }), to: fc.constantFrom(...transferStatuses) }),
      { seed, numRuns: 200 },
    )
    for (const selection of selections(rounds).filter((given) => given.status !== undefined)) {
      const before = [...known]
      const changed = new Set<string>()
      const wereOnce = new Set(expected(party, selection, known))
      const seen = await listed(key, selection, 4, async () => {
        for (const { at, to } of changes.splice(0, 2)) changed.add(await changeStatus(at, to))
        for (const id of expected(party, selection, known)) wereOnce.add(id)
      })
      const steady = expected(party, selection, before).filter((id) => !changed.has(id))
      expect(new Set(seen).size, named(selection)).toBe(seen.length)
      expect(seen, named(selection)).toEqual(expect.arrayContaining(steady))
      expect([...wereOnce], named(selection)).toEqual(expect.arrayContaining(seen))
    }
    expect(changes.length).toBeLessThan(200)
  }, 60_000)
})

describe('a list of so many transfers that a page cannot look at all', () => {
  beforeAll(async () => {
    for (const [at, transfer] of known.entries()) {
      const id = `${transfer.id.slice(0, -3)}${['000', '400', '800', 'c00'][at % 4]}`
      await service.database.query(
        `UPDATE transfers SET id = $2::uuid, document = replace(document, $1::text, $2::text)
         WHERE id = $1::uuid`,
        [transfer.id, id],
      )
      known[at] = { ...transfer, id }
    }
    areMilestones = true
  })

  it('has exactly the transfers that match, newest first, on pages that may be short', async () => {
    for (const viewer of viewers) {
      for (const selection of selections(rounds + 1)) {
        const wanted = expected(viewer.party, selection, known)
        const size = Math.max(3, Math.ceil(wanted.length / 5))
        shortPages = 0
        expect(await listed(viewer.key, selection, size), named(selection)).toEqual(wanted)
        // An index has all that match one filter, and no others.
        if (Object.keys(selection).length === 0) expect(shortPages).toBe(0)
      }
    }
    // Few transfers match both.
    const [viewer] = viewers
    const rare = known.find(({ sender, status }) => {
      return sender === viewer?.party.id && status === 'CANCELLED'
    })
    if (viewer === undefined || rare === undefined) throw new Error('no transfer is cancelled')
    shortPages = 0
    await listed(viewer.key, pick(rare, ['senderCustodian', 'status']), 100)
    expect(shortPages).toBeGreaterThan(0)
  }, 120_000)
})

/** Changes the status of one of the known transfers, and returns its id. */
async function changeStatus(at: number, to: string): Promise<string> {
  const transfer = known[at]
  if (transfer === undefined) throw new Error(`there is no transfer ${at}`)
  await service.database.query(
    `UPDATE transfers SET status = $2,
       document = replace(document, '"status":"' || status || '"', '"status":"' || $2 || '"')
     WHERE id = $1`,
    [transfer.id, to],
  )
  known[at] = { ...transfer, status: to }
  return transfer.id
}
