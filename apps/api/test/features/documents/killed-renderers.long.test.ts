import { verifyDocument } from '@vadium/margin'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { attachedContent } from '../../../../cli/src/documents/attached-content.ts'
import { takeMarketCut } from '../../../src/features/prices/market-cuts.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { Documents } from '../../harness/world/documents.ts'
import { World } from '../../harness/world/world.ts'

/** So many statements are surely sent in the life of a process that has documents to make. */
const statementsMax = 24
const cutMs = Date.parse('2026-03-10T16:00:00.000Z')

const world = new World({ short: statementsMax * 2 })
const documents = new Documents(world)
let mortals: BuiltService
beforeAll(async () => {
  mortals = await buildProgram('mortal-renderer')
  await world.start()
  await documents.want(['margin_call_notice', 'margin_statement'])
}, 240_000)
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

interface Row {
  readonly id: string
  readonly kind: string
  readonly content: string
  readonly pdf: Buffer | null
}

const rows = async () =>
  (await world.service.database.query<Row>('SELECT id, kind, content, pdf FROM documents')).rows

describe('processes that are killed before and after each statement', () => {
  it('lose no document, make none twice, and publish each once', async () => {
    let cut = cutMs
    let requests = 0
    for (let statement = 1; statement <= statementsMax; statement += 1) {
      for (const isBeforeIt of ['1', '0']) {
        await world.margin.create(world.shortDeal())
        requests += 1
        world.pass(cut + 60_000 - world.service.clock.now())
        await withOwnerClient(world.service.database.url, (client) =>
          takeMarketCut(client, cut, 31_536_000),
        )
        cut += 86_400_000
        const mortal = mortals.start({
          DATABASE_URL: world.service.database.url,
          BOOK_TIME: String(world.service.clock.now()),
          DIES_AT_STATEMENT: String(statement),
          DIES_BEFORE_IT: isBeforeIt,
        })
        expect(await mortal.ended, mortal.output()).toBe('SIGKILL')
        // Claims lapse by themselves, minutes later.
        await world.service.database.query(
          'UPDATE documents SET render_at = now() WHERE pdf IS NULL',
        )
      }
    }
    await world.service.services.marginStatements.run(world.service.clock.now())
    await documents.render()

    const all = await rows()
    expect(all.filter(({ kind }) => kind === 'margin_call_notice')).toHaveLength(requests)
    expect(all.filter(({ kind }) => kind === 'margin_statement')).toHaveLength(requests)
    for (const { id, content, pdf } of all) {
      expect(pdf === null ? id : attachedContent(pdf).text).toBe(content)
      expect(verifyDocument(JSON.parse(content))).toMatchObject({ ok: true, differences: [] })
    }
    await world.service.services.numbering.sweep()
    const { rows: events } = await world.service.database.query<{ count: number }>(
      `SELECT count(*)::integer AS count FROM events WHERE type = 'document.created'
       GROUP BY organization_id, data #>> '{document,id}'`,
    )
    expect(events.map(({ count }) => count)).toEqual(Array(all.length * 2).fill(1))
  }, 600_000)
})
