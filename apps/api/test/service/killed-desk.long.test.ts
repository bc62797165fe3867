import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createMarkToMarketRequest,
  headerNames,
  sendCollateral,
  setCalendar,
  setCounterpartyLimits,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Deal } from '../harness/book.ts'
import { type BuiltService, buildProgram } from '../harness/built-service.ts'
import { call, type CallOptions, callOf, type Reply } from '../harness/call.ts'
import { tracesOf } from '../harness/deal-traces.ts'
import { LimitWorld } from '../harness/limit-world.ts'
import type { MortalServiceWords } from '../harness/mortal-service.ts'
import type { RunningService } from '../harness/service.ts'
import { CalledPair } from '../harness/world/call-sets.ts'

/** At which statements a process dies, and whether before or after it has sent it. */
const deaths = [
  [2, true],
  [7, false],
  [12, true],
  [19, false],
] as const
const lives = deaths.length + 1

const world = new LimitWorld(2 * lives)
const { closeOuts, margin, lenderKey, borrowerKey } = world
const sent = Array.from({ length: lives }, () => closeOuts.deal())
const called = Array.from({ length: lives }, () => closeOuts.deal())
const pairs = Array.from({ length: 2 * lives }, (_, i) => new CalledPair(world, `pair-${i}`))
const operator = world.platform.credential('operator')
let mortals: BuiltService

beforeAll(async () => {
  mortals = await buildProgram('mortal-service')
  await world.start()
}, 180_000)
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

/** A request, the orders that it changes, and the statements of what else it leaves. */
interface Prepared {
  readonly asked: CallOptions
  readonly orderIds: readonly string[]
  readonly left?: readonly [text: string, value: string]
}

const atWorkedPrices = async () => {
  await world.setPrice('BTC', '59999.99')
  await world.setPrice('ETH', '3000')
}
const ordersOf = ({ deals }: CalledPair) => deals.map(({ orderId }) => orderId)

/** Prepares a request for each life of a process. */
const jobs: Readonly<Record<string, (life: number) => Promise<Prepared>>> = {
  'collateral without a call': (life) => {
    const { positionId, orderId } = at(sent, life)
    const asked = world.callOn(sendCollateral, { id: positionId }, borrowerKey, { quantity: '1' })
    return Promise.resolve({
      asked,
      orderIds: [orderId],
      left: ['SELECT count FROM voluntary_counts WHERE position_id = $1', positionId],
    })
  },
  'a call': async (life) => {
    await world.setPrice('BTC', '52000')
    const deal: Deal = at(called, life)
    const body = {
      position_id: deal.positionId,
      calculation_id: await margin.calculationOf(deal, lenderKey),
    }
    const asked = callOf(createMarkToMarketRequest, { key: lenderKey, body })
    return { asked, orderIds: [deal.orderId] }
  },
  'the creation of a call set': async (life) => {
    await atWorkedPrices()
    const pair = at(pairs, life)
    const { calculation_id } = await pair.preview()
    return { asked: pair.creation(calculation_id), orderIds: ordersOf(pair) }
  },
  'the acceptance of a call set': async (life) => {
    await atWorkedPrices()
    const pair = at(pairs, lives + life)
    return { asked: pair.acceptance(await pair.create()), orderIds: ordersOf(pair) }
  },
  'limits that are exceeded': async () => {
    const one = world.newBorrower()
    const order = await world.asks(one, '1000000', '25')
    await world.accepts(order)
    const body = { counterparty_id: one.party.id, lent_usd_max: '1' }
    return {
      asked: callOf(setCounterpartyLimits, { key: world.lenderAdmin, body }),
      orderIds: [order.id],
      left: [
        `SELECT v.version, e.limit_name FROM counterparty_limit_versions v
         LEFT JOIN exceeded_limits e USING (organization_id, counterparty_id)
         WHERE v.counterparty_id = $1`,
        one.party.id,
      ],
    }
  },
  'an acceptance within limits of both sides': async () => {
    const one = world.newBorrower()
    const order = await world.asks(one, '1000000', '25')
    await world.limit(one, { lent_usd_max: '2000000' })
    await world.limit(one, { uncovered_usd_max: '5000000' }, 'borrower')
    return { asked: world.acceptance(order), orderIds: [order.id] }
  },
  'a version of a calendar': (life) => {
    const id = `city-${life}`
    const body = { id, name: 'City', holidays: [], last_day: '2030-12-31' }
    return Promise.resolve({
      asked: callOf(setCalendar, { key: operator, body }),
      orderIds: [],
      left: ['SELECT version FROM calendar_versions WHERE calendar_id = $1', id],
    })
  },
}

/** Sends a request to a process that dies of it, or has done it before it would have died. */
async function sendToMortal(
  asked: CallOptions,
  [number, isBeforeIt]: (typeof deaths)[number],
): Promise<void> {
  const process = mortals.start(
    {
      DATABASE_URL: world.service.database.url,
      BOOK_TIME: String(world.service.clock.now()),
      PRICE_MAX_AGE_S: '31536000',
      DIES_AT_STATEMENT: String(number),
      DIES_BEFORE_IT: isBeforeIt ? '1' : '0',
    },
    true,
  )
  const said = async () => {
    const words = (await Promise.race([
      once(process.child, 'message'),
      process.ended.then((how) => {
        throw new Error(`the process ended with ${how}:\n${process.output()}`)
      }),
    ])) as [MortalServiceWords]
    return words[0]
  }
  const words = await said()
  if (words === 'armed') throw new Error('the process says nothing of its address')
  process.child.send('arm')
  await said()
  const mortal: RunningService = { ...world.service, url: words.url }
  await call(mortal, asked).catch(() => undefined)
  process.child.kill('SIGKILL')
  expect(await process.ended).toBe('SIGKILL')
}

/** Until PostgreSQL has noticed the death of the process, its transaction goes on. */
async function sendAgain(asked: CallOptions): Promise<Reply> {
  for (;;) {
    const reply = await call(world.service, asked)
    if (!reply.text.includes('IDEMPOTENCY_KEY_IN_USE')) return reply
    await pause(20)
  }
}

describe.for(Object.entries(jobs))('%s', ([, prepare]) => {
  it('comes to pass once, although processes are killed in it', async () => {
    const found = []
    for (let life = 0; life < lives; life += 1) {
      const { asked, orderIds, left } = await prepare(life)
      const headers = { [headerNames.idempotencyKey]: randomUUID() }
      const death = deaths[life]
      if (death !== undefined) await sendToMortal({ ...asked, headers }, death)
      const reply = await sendAgain({ ...asked, headers })
      expect(reply.status, reply.text).toBe(200)
      const traces = []
      for (const id of orderIds) traces.push(await tracesOf(world.service.database, id))
      const { rows } =
        left === undefined ? { rows: [] } : await world.service.database.query(left[0], [left[1]])
      found.push({ traces, rows })
    }
    const undisturbed = found.at(-1)
    expect(found).toEqual(found.map(() => undisturbed))
  }, 600_000)
})

function at<T>(all: readonly T[], place: number): T {
  const found = all[place]
  if (found === undefined) throw new Error('there are not enough of them')
  return found
}
