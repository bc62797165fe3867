import { EventEmitter, once } from 'node:events'
import { getDocumentPdf } from '@vadium/schema'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sha256Of } from '../../../src/features/documents/document-content.ts'
import { DocumentRenderer } from '../../../src/features/documents/document-renderer.ts'
import { renderStoredContent } from '../../../src/features/documents/pdf/render-document.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { call, callOf, refused } from '../../harness/call.ts'
import { Documents } from '../../harness/world/documents.ts'
import { World } from '../../harness/world/world.ts'

const world = new World()
const { lenderKey, borrowerKey } = world
const documents = new Documents(world)
let pool: Pool

beforeAll(async () => {
  await world.start()
  pool = openServicePool({ url: world.service.database.url, poolSize: 4 })
  await documents.want(['confirmation'])
})
afterAll(async () => {
  await pool.end()
  expect(await world.faults()).toEqual([])
  await world.close()
})

type Render = (content: string) => Promise<Buffer>

/** What a renderer has logged, and the bytes that it has made. */
interface Worked {
  readonly renderer: DocumentRenderer
  readonly failures: unknown[]
  readonly made: Buffer[]
}

function rendererWith(render: Render, stop = () => Promise.resolve()): Worked {
  const failures: unknown[] = []
  const made: Buffer[] = []
  const renderer = new DocumentRenderer({
    pool,
    writes: world.service.services.writes,
    thread: {
      render: async (content) => {
        const pdf = await render(content)
        made.push(pdf)
        return { pdf, templateVersion: '2', contentSha256: sha256Of(content) }
      },
      stop,
    },
    logger: { error: (said: unknown) => failures.push(said) },
  })
  return { renderer, failures, made }
}

async function newDocument(): Promise<string> {
  const { id } = await world.orders.accepted()
  const [document] = await documents.of(id)
  return document?.id ?? ''
}

/** What was claimed may be claimed again, as if its time had passed. */
const lapse = (id: string) =>
  world.service.database.query('UPDATE documents SET render_at = now() WHERE id = $1', [id])

const pdfCall = (id: string, key = lenderKey) =>
  callOf(getDocumentPdf, { key, params: { document_id: id } })

const eventsOf = async (id: string) => {
  const { rows } = await world.service.database.query<{ organization_id: string }>(
    `SELECT organization_id FROM events WHERE data #>> '{document,id}' = $1
     UNION ALL
     SELECT organization_id FROM unnumbered_events WHERE data #>> '{document,id}' = $1`,
    [id],
  )
  return rows.map((row) => row.organization_id).toSorted()
}
const bothSides = () => [world.lender.id, world.borrower.id].toSorted()

describe('a stop during a rendering', () => {
  it('is no failure of the document, which is rendered once the claim lapses', async () => {
    const id = await newDocument()
    const thread = new EventEmitter()
    const begun = once(thread, 'begun')
    const { renderer, failures } = rendererWith(
      async () => {
        thread.emit('begun')
        await once(thread, 'ended')
        throw new Error('the rendering thread has ended')
      },
      () => Promise.resolve(void thread.emit('ended')),
    )
    const work = renderer.start()
    await begun
    await work.stop()
    expect(failures).toEqual([])
    await lapse(id)
    await documents.render()
    expect((await call(world.service, pdfCall(id))).status).toBe(200)
  })
})

describe('a document that could not be rendered', () => {
  it('is not ready until a later attempt succeeds, which both sides can then read', async () => {
    const id = await newDocument()
    const { renderer, failures } = rendererWith(() => Promise.reject(new Error('no fonts')))
    await renderer.runDue()
    expect(failures).toMatchObject([{ document: id, attempts: 1 }])
    expect((await refused(world.service, 409, pdfCall(id))).reason).toBe('DOCUMENT_NOT_READY')
    expect(await eventsOf(id)).toEqual([])
    // It waits for its next attempt, and holds up no other document.
    expect(await renderer.runNext()).toBe(false)
    const other = await newDocument()
    await documents.render()
    expect((await call(world.service, pdfCall(other))).status).toBe(200)
    await refused(world.service, 409, pdfCall(id, borrowerKey))

    await lapse(id)
    await documents.render()
    for (const key of [lenderKey, borrowerKey]) {
      expect((await call(world.service, pdfCall(id, key))).status).toBe(200)
    }
    expect(await eventsOf(id)).toEqual(bothSides())
  })

  it('waits three minutes, then six, then twelve', async () => {
    const id = await newDocument()
    const { renderer } = rendererWith(() => Promise.reject(new Error('no fonts')))
    const waits: number[] = []
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await lapse(id)
      await renderer.runDue()
      const { rows } = await world.service.database.query<{ minutes: number }>(
        `SELECT round(extract(epoch FROM render_at - now()) / 60)::integer AS minutes
         FROM documents WHERE id = $1`,
        [id],
      )
      waits.push(rows[0]?.minutes ?? 0)
    }
    expect(waits).toEqual([3, 6, 12])
    await lapse(id)
    await documents.render()
  })

  it('has no PDF if that would have more than 5 MB, and its content can be read', async () => {
    const id = await newDocument()
    const { renderer, failures } = rendererWith(() =>
      Promise.resolve(Buffer.alloc(5 * 1024 * 1024 + 1, 'x')),
    )
    await renderer.runDue()
    expect(failures).toMatchObject([{ document: id }])
    await refused(world.service, 409, pdfCall(id))
    expect(await documents.content({ id })).toMatchObject({ document_id: id })
    await lapse(id)
    await documents.render()
  })
})

describe('two renderers of one document', () => {
  it('make the same bytes, of which one is stored and one event follows', async () => {
    const id = await newDocument()
    let claims = 0
    let bothHaveIt: () => void = () => undefined
    const both = new Promise<void>((resolve) => (bothHaveIt = resolve))
    const render = async (content: string) => {
      claims += 1
      if (claims === 1) await lapse(id)
      else bothHaveIt()
      const pdf = await renderStoredContent(content)
      await both
      return pdf
    }
    const [one, other] = [rendererWith(render), rendererWith(render)]
    const first = one.renderer.runNext()
    await expect.poll(() => claims).toBe(1)
    await expect.poll(() => other.renderer.runNext(), { timeout: 10_000 }).toBe(true)
    await first
    expect(claims).toBe(2)
    expect([...one.failures, ...other.failures]).toEqual([])
    const [bytes, again] = [...one.made, ...other.made]
    expect(again?.equals(bytes ?? Buffer.alloc(0))).toBe(true)
    expect(await eventsOf(id)).toEqual(bothSides())
    const { rows } = await world.service.database.query<{ pdf: Buffer }>(
      'SELECT pdf FROM documents WHERE id = $1',
      [id],
    )
    expect(rows[0]?.pdf.equals(bytes ?? Buffer.alloc(0))).toBe(true)
  })

  it('render a queue together, each document once', async () => {
    const ids = await Promise.all(Array.from({ length: 6 }, newDocument))
    const workers = [1, 2, 3].map(() => rendererWith(renderStoredContent))
    await Promise.all(workers.map(({ renderer }) => renderer.runDue()))
    expect(workers.flatMap(({ made }) => made)).toHaveLength(ids.length)
    for (const id of ids) expect(await eventsOf(id)).toEqual(bothSides())
  })
})
