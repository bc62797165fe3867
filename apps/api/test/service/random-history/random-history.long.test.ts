import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { brokenRules, forgottenStates } from './invariants.ts'
import { callBack, scriptCustodian } from './market.ts'
import { wantAllDocuments, wrongDocuments } from './documents.ts'
import { makeMove } from './moves.ts'
import type { Knowledge } from './scene.ts'
import { Random } from '../../harness/random.ts'
import { World } from './world.ts'

/** Repeat a history with `HISTORY_SEED=<seed>`; make it longer with `HISTORY_ROUNDS=<rounds>`. */
const seed = seedFrom('HISTORY_SEED', 20260302)
const rounds = Number(process.env['HISTORY_ROUNDS'] ?? 200)
const callersMax = 36
/** Moves that occur in every history of this length. */
const usual = [
  'create an order',
  'accept an order',
  'call margin',
  'call a set',
  'accept a request',
  'retry an order',
  'change a wallet',
  'ask for the newest terms',
  'ask for an exchange',
]

let world: World
beforeAll(async () => {
  world = await World.open()
}, 120_000)
afterAll(() => world.close(), 60_000)

describe(`a history from the seed ${seed}`, () => {
  const random = new Random(seed)
  const knowledge: Knowledge = { ordersAsked: 0, ordersMade: [], outcomes: new Map(), faults: [] }

  beforeAll(() => wantAllDocuments(world))

  it(
    'keeps every rule at every step, whichever processes are killed',
    { timeout: 600_000 },
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        await scriptCustodian(world, random, 6)
        if (random.chance(0.5)) await world.market.move(world, random)
        const callers = Array.from({ length: 8 + random.below(callersMax) }, () =>
          makeMove(world, random, knowledge),
        )
        if (round % 15 === 5 || random.chance(0.12)) callers.push(world.kill(random.below(2)))
        callers.push(callBack(world, random))
        await Promise.all(callers)
        expect(await brokenRules(world.database), `round ${round}`).toEqual([])
        expect(knowledge.faults, `round ${round}`).toEqual([])
      }
    },
  )

  it('settles every transfer when the custodian does its work', { timeout: 180_000 }, async () => {
    const isOpen = async () => {
      const { rows } = await world.database.query(
        "SELECT count(*)::int AS count FROM transfers WHERE status IN ('PENDING', 'IN_PROGRESS')",
      )
      return Number(rows[0]?.['count']) > 0
    }
    for (let turn = 0; (await isOpen()) && turn < 600; turn += 1) await callBack(world, random)
    expect(await isOpen()).toBe(false)
    const { rows: waiting } = await world.database.query(
      'SELECT id FROM close_outs WHERE terminated_at IS NOT NULL AND booked_at IS NULL',
    )
    expect(waiting).toEqual([])
    expect(await brokenRules(world.database)).toEqual([])
    expect(await forgottenStates(world.database)).toEqual([])
    const checked = await withOwnerClient(world.database.url, checkBook)
    expect(checked.flatMap(({ shown }) => shown)).toEqual([])
  })

  it('has made every document that a firm wanted', { timeout: 300_000 }, async () => {
    expect(await wrongDocuments(world)).toEqual([])
  })

  it('loses no answered write, and matches the movements at the custodian', async () => {
    const { rows: orders } = await world.database.query('SELECT id FROM orders')
    const ids = new Set(orders.map(({ id }) => id))
    expect(knowledge.ordersMade.filter((id) => !ids.has(id))).toEqual([])
    const { rows } = await world.database.query(`
      SELECT external_transfer_id AS id, trim_scale(quantity)::text AS quantity, token
      FROM transfers WHERE status = 'COMPLETED'`)
    const booked = rows.map(({ id, quantity, token }) => [id, quantity, token].join(' ')).sort()
    const moved = (await world.custody.movements())
      .map(({ externalTransferId, quantity, token, times }) => {
        expect(times).toBe(1)
        return [externalTransferId, quantity, token].join(' ')
      })
      .sort()
    expect(moved).toEqual(booked)
  })

  it(
    'mails each notification under one id, the same bytes each time',
    { timeout: 180_000 },
    async () => {
      const waiting = async () => {
        const { rows } = await world.database.query(
          `SELECT id FROM mail_deliveries WHERE state = 'QUEUED'`,
        )
        return rows.length
      }
      await expect.poll(waiting, { timeout: 170_000, interval: 500 }).toBe(0)
      const { rows } = await world.database.query(
        `SELECT message_id || ' ' || encode(sha256, 'hex') AS mail FROM mail_deliveries
       WHERE state = 'SENT' AND kind <> 'code'`,
      )
      const sent = rows.map(({ mail }) => mail)
      const received = world.mails.received
        .filter(({ subject }) => !subject.includes('code for'))
        .map(({ messageId, sha256 }) => `${messageId} ${sha256}`)
      expect(new Set(received)).toEqual(new Set(sent))
      expect(sent.length).toBeGreaterThan(rounds)
    },
  )

  it('contains enough moves, outcomes and killed processes', async () => {
    expect(world.errors()).toEqual([])
    const { rows } = await world.database.query(
      `SELECT count(*) FILTER (WHERE decision = 'switch')::int AS switched,
         count(*) FILTER (WHERE decision = 'keep')::int AS kept,
         count(*) FILTER (WHERE keep_reason = 'late')::int AS late,
         count(*) FILTER (WHERE keep_reason = 'requirement_not_met')::int AS not_met
       FROM order_requests`,
    )
    expect(rows[0]?.['switched']).toBeGreaterThanOrEqual(Math.floor(rounds / 60))
    expect(rows[0]?.['kept']).toBeGreaterThanOrEqual(Math.floor(rounds / 100))
    expect(rows[0]?.['late']).toBeGreaterThanOrEqual(Math.floor(rounds / 200))
    expect(rows[0]?.['not_met']).toBeGreaterThanOrEqual(Math.floor(rounds / 200))
    expect(world.kills).toBeGreaterThan(rounds / 40)
    for (const move of usual) {
      expect(knowledge.outcomes.get(move)?.done ?? 0, move).toBeGreaterThanOrEqual(
        Math.floor(rounds / 10),
      )
    }
  })
})
