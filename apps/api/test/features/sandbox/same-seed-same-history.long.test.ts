import { beforeAll, describe, expect, it } from 'vitest'
import type { Episode } from '../../../../../packages/book/src/played/episode.ts'
import { playDeal } from '../../../../../packages/book/src/played/play-deal.ts'
import { stageOf, startSandbox } from '../../harness/deal-player.ts'
import { dumpBook, foreseeable } from '../../harness/dump-book.ts'
import { briefDeal } from '../../harness/rough-deal.ts'

interface History {
  /** The answers to the callers. */
  readonly episodes: readonly Episode[]
  /** The content of the database. */
  readonly book: string
}

/**
 * Plays a deal in a sandbox of its own, from the first key to the last transfer: on any day of the
 * machine's clock, and with or without the other work of a service meanwhile.
 */
async function historyOf(
  seed: string,
  machineTime: string,
  work: 'alone' | 'with its loops',
): Promise<History> {
  const sandbox = await startSandbox(seed)
  sandbox.service.clock.set(machineTime)
  const { revaluation } = sandbox.service.services
  const loop = work === 'alone' ? undefined : revaluation.start()
  const stage = stageOf(sandbox, 'history')
  try {
    const episodes: Episode[] = []
    for await (const episode of playDeal(briefDeal, stage)) episodes.push(episode)
    await sandbox.service.services.audit.flush()
    await revaluation.runPending()
    return { episodes, book: await dumpBook(sandbox.service.database) }
  } finally {
    await loop?.stop()
    await stage.close()
    await sandbox.service.close()
  }
}

const answersOf = ({ episodes }: History) =>
  episodes.map((episode) => foreseeable(JSON.stringify(episode))).join('\n')

const uuid = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** Without identifiers, and without anything that is ordered by them. */
const anonymous = (text: string) => text.replaceAll(uuid, '').split('\n').sort().join('\n')

describe('a sandbox', () => {
  let first: History
  let second: History
  let other: History
  beforeAll(async () => {
    first = await historyOf('a seed', '2026-03-02T12:00:00.000Z', 'alone')
    second = await historyOf('a seed', '2031-11-30T23:59:59.999Z', 'with its loops')
    other = await historyOf('another', '2026-03-02T12:00:00.000Z', 'alone')
  }, 120_000)

  it('has the same history with the same seed, byte for byte', () => {
    expect(second.book).toBe(first.book)
    expect(answersOf(second)).toBe(answersOf(first))
  })

  it('records everything that has happened', () => {
    const tables = new Set(first.book.split('\n').map((line) => line.split(' ', 1)[0]))
    expect([...tables]).toEqual(
      expect.arrayContaining([
        'agreements',
        'audit_entries',
        'idempotency_keys',
        'instructions',
        'journal_balances',
        'journal_entries',
        'journal_transactions',
        'margin_alerts',
        'mark_to_market_requests',
        'market_cuts',
        'orders',
        'positions',
        'prices',
        'sandbox',
        'simulated_instructions',
        'state_changes',
        'transfers',
      ]),
    )
  })

  it('has other ids and the same figures with another seed', () => {
    const ids = (text: string) => new Set(text.match(uuid))
    const [own, others] = [ids(answersOf(first)), ids(answersOf(other))]
    expect([...own].filter((id) => others.has(id))).toEqual([])
    expect(own.size).toBeGreaterThan(10)
    expect(figures(other)).toEqual(figures(first))
  })
})

/** Every figure in the answers, by its place. */
function figures({ episodes }: History): unknown {
  return episodes.map(({ step, time, answers }) => {
    const { preview, position, request, movements = [], flows } = answers
    return {
      step,
      time,
      preview: anonymous(JSON.stringify(preview ?? null)),
      position: anonymous(JSON.stringify(position ?? null)),
      // The id of a calculation depends on the ids of its inputs.
      request: anonymous(JSON.stringify({ ...request, calculation_id: null })),
      movements: movements
        .map(({ transfer: { quantity, notional, token }, words }) => ({
          quantity,
          notional,
          token,
          words,
        }))
        .map((movement) => JSON.stringify(movement))
        .sort(),
      flows,
    }
  })
}
