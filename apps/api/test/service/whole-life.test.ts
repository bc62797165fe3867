import { formatDecimal } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { demoDeal } from '../../../../packages/book/src/played/demo-deal.ts'
import type { DealScript } from '../../../../packages/book/src/played/deal-script.ts'
import type { Episode } from '../../../../packages/book/src/played/episode.ts'
import { playDeal } from '../../../../packages/book/src/played/play-deal.ts'
import type { Stage } from '../../../../packages/book/src/played/stage.ts'
import { checkBook } from '../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { stageOf, startSandbox, type TestSandbox } from '../harness/deal-player.ts'
import { isLongRun } from '../harness/long-run.ts'
import { briefDeal, roughDeal } from '../harness/rough-deal.ts'
import { Life } from '../harness/life-of-a-deal.ts'

// Plays the whole life of a deal over HTTP, with the shipped SDK, and compares every figure of
// every answer with the script of the deal and the arithmetic of the margin package.

/** Each with its expected plot: what previews and requests say, and how the unusual ones end. */
const allScripts: [name: string, script: DealScript, plot: string][] = [
  [
    'the deal of the demo',
    demoDeal,
    `TopUp? TopUp! None? Release? Release! nothing? TopUp? TopUp! disputed nothing? TopUp? TopUp! FAILED nothing?`,
  ],
  [
    'a deal of awkward figures',
    roughDeal,
    `TopUp? TopUp! nothing? nothing? Release? Release! split nothing? nothing? TopUp? TopUp! disputed TopUp? TopUp! FAILED nothing?`,
  ],
]

/** The same figures, in a deal of one call that is disputed. */
const brief: typeof allScripts = [
  [
    'a short deal of awkward figures',
    // Its own stages are too short to be seen by a poll.
    { ...briefDeal, stages: roughDeal.stages },
    `TopUp? TopUp! disputed FAILED`,
  ],
]

const scripts = isLongRun ? allScripts : brief

describe.each(scripts)('the whole life of %s', (_name, script, plot) => {
  let sandbox: TestSandbox
  let stage: Stage
  let playing: AsyncGenerator<Episode, void>
  let life: Life
  beforeAll(async () => {
    sandbox = await startSandbox()
    stage = stageOf(sandbox, 'life')
    playing = playDeal(script, stage)
    life = new Life(script)
  })
  afterAll(async () => {
    await stage.close()
    await sandbox.service.close()
  })

  it.each(script.scenes.map((scene, i) => [i + 1, scene.title, scene.act]))(
    '%i  %s (%s)',
    async () => {
      const { value: episode } = await playing.next()
      if (episode === undefined) throw new Error('the play was over before its script')
      life.check(episode)
    },
  )

  it('has shown every expected preview, request and outcome', () => {
    expect(life.plot.join(' ')).toBe(plot)
  })

  it('leaves a balanced journal with nothing lent, pledged or under way', async () => {
    const { database } = sandbox.service
    const unbalanced = await database.query(
      `SELECT transaction_id FROM journal_entries GROUP BY transaction_id, asset HAVING sum(quantity) <> 0`,
    )
    expect(unbalanced.rows).toEqual([])
    const { rows } = await database.query(
      `SELECT bucket, holder_id, asset, trim_scale(quantity)::text AS quantity FROM journal_balances
       WHERE quantity <> 0 ORDER BY bucket, holder_id, asset`,
    )
    const interest = life.expected.net('lender', script.asset)
    expect(rows).toHaveLength(2)
    expect(rows).toEqual(
      expect.arrayContaining([
        {
          bucket: 'own',
          holder_id: life.firm('lender').organization_id,
          asset: script.asset,
          quantity: formatDecimal(interest),
        },
        {
          bucket: 'own',
          holder_id: life.firm('borrower').organization_id,
          asset: script.asset,
          quantity: formatDecimal(interest.negated()),
        },
      ]),
    )
  })

  it('leaves a book in which the check finds nothing', async () => {
    const checked = await withOwnerClient(sandbox.service.database.url, checkBook)
    expect(checked.length).toBeGreaterThan(0)
    expect(checked.filter(({ breaches }) => breaches > 0)).toEqual([])
  })

  it('has moved at the custodians exactly what the book says, each transfer once', async () => {
    const moved = await Promise.all(
      (['lender', 'borrower'] as const).map(async (side) => {
        const custodian = await sandbox.service.services.custody.simulated(
          life.firm(side).custodian.id,
        )
        return (await custodian?.movements()) ?? []
      }),
    )
    const reported = moved
      .flat()
      .map(({ token, quantity, times }) => `${times} × ${quantity} ${token}`)
    const expected = life.expected.completed.map(
      ({ token, quantity }) => `1 × ${formatDecimal(quantity)} ${token}`,
    )
    expect(reported.sort()).toEqual(expected.sort())
  })

  it('has made only the expected moves', async () => {
    const { rows } = await sandbox.service.database.query(
      `SELECT action FROM state_changes WHERE machine = 'order' ORDER BY sequence`,
    )
    expect(rows.map(({ action }) => action)).toEqual([
      'create',
      'accept',
      'open',
      'activate',
      'close',
      'settle',
    ])
  })
})
