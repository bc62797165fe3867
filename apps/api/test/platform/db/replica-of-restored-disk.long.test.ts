import { randomUUID } from 'node:crypto'
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type LocalPostgres, startLocalPostgres } from '@vadium/local-postgres'
import { createOrganization, listOrganizations } from '@vadium/schema'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../../harness/book.ts'
import { type BreakableLink, openBreakableLink } from '../../harness/breakable-link.ts'
import { call, callOf, succeed } from '../../harness/call.ts'
import type { TestDatabase } from '../../harness/database.ts'
import { replicaOutcomes } from '../../harness/replica-outcomes.ts'
import { type RunningService, startService } from '../../harness/service.ts'

const book = new Book()
const key = book.party('platform').credential('operator')

let folder: string
const at = (name: string) => join(folder, name)
const startServer = (name: string, own: Record<string, string> = {}) =>
  startLocalPostgres({
    folder: at(name),
    database: 'vadium',
    durable: false,
    settings: { wal_level: 'replica', max_wal_senders: '10', synchronous_commit: 'on', ...own },
  })

const databaseOf = (url: string): TestDatabase => {
  const owner = new pg.Pool({ connectionString: url, max: 2 })
  owner.on('error', () => undefined)
  return {
    url,
    query: (text, values) => owner.query(text, values),
    drop: () => owner.end(),
  }
}

let primary: LocalPostgres
let standby: LocalPostgres
/** Where the service and the standby find the primary, wherever it runs. */
let link: BreakableLink
let onPrimary: TestDatabase
let onStandby: TestDatabase
let service: RunningService
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-restored-'))
  const before = await startServer('primary')
  await before.stop()
  await cp(at('primary'), at('standby'), { recursive: true })
  await writeFile(join(at('standby'), 'data', 'standby.signal'), '')
  primary = await startServer('primary')
  link = await openBreakableLink(primary.url)
  const { hostname, port, username, password } = new URL(link.url)
  const primary_conninfo = `host=${hostname} port=${port} user=${username} password=${password}`
  standby = await startServer('standby', { primary_conninfo })
  onPrimary = databaseOf(link.url)
  onStandby = databaseOf(standby.url)
  service = await startService({
    scenario: book.scenario,
    database: onPrimary,
    settings: { DATABASE_REPLICA_URL: standby.url },
  })
}, 120_000)
afterAll(async () => {
  await service.close()
  await Promise.all([onPrimary.drop(), onStandby.drop()])
  await standby.stop()
  await primary.stop()
  await link.close()
  await rm(folder, { recursive: true })
})

/** Starts the primary again, after something was done to its disk. */
const restart = async (work: () => Promise<void>) => {
  await link.cut()
  await primary.stop()
  await work()
  primary = await startServer('primary')
  link.leadTo(primary.url)
  await link.mend()
}
const newOrganization = async () => {
  const slug = `org-${randomUUID()}`
  const { status } = await call(
    service,
    callOf(createOrganization, { key, body: { slug, name: slug } }),
  )
  return status === 200 ? slug : undefined
}
const newOrganizationSoon = async () => {
  let slug: string | undefined
  await expect.poll(async () => (slug = await newOrganization()), { timeout: 20_000 }).toBeDefined()
  return slug
}
const slugs = async () => {
  const query = { page_size: 200 }
  const { organizations } = await succeed(service, listOrganizations, { key, query })
  return organizations.map(({ slug }) => slug)
}
const hasReplayed = async (slug: string | undefined) => {
  const { rowCount } = await onStandby.query('SELECT FROM organizations WHERE slug = $1', [slug])
  return rowCount === 1
}

describe('a replica that replayed what the primary lost with its disk', () => {
  it('is not read, although the restored primary continues on the same timeline', async () => {
    await newOrganization()
    expect(await replicaOutcomes(service, slugs)).toEqual({ replica: 1 })
    await restart(() => cp(at('primary'), at('saved'), { recursive: true }))
    const lost = [await newOrganizationSoon()]
    for (let count = 0; count < 20; count += 1) lost.push(await newOrganization())
    await expect.poll(() => hasReplayed(lost.at(-1)), { timeout: 30_000 }).toBe(true)
    await expect.poll(() => service.services.replicas?.counts.used).toBe(1)
    await restart(async () => {
      await rm(at('primary'), { recursive: true })
      await cp(at('saved'), at('primary'), { recursive: true })
    })
    const kept = await newOrganizationSoon()
    const shown = await slugs()
    expect(shown).toContain(kept)
    expect(shown.filter((slug) => lost.includes(slug))).toEqual([])
    expect(service.services.replicas?.counts).toEqual({ used: 0, leftOut: 1 })
  }, 120_000)
})
