import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type BuiltService, buildService } from '../harness/built-service.ts'
import { openBreakableLink, type BreakableLink } from '../harness/breakable-link.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { freePort } from '@vadium/local-postgres'

let service: BuiltService
let database: TestDatabase
beforeAll(async () => {
  service = await buildService()
  database = await createDatabase()
}, 120_000)
afterAll(() => database.drop())

async function startOn(databaseUrl: string) {
  const port = await freePort()
  const running = service.start({ DATABASE_URL: databaseUrl, PORT: String(port) })
  const url = `http://127.0.0.1:${port}`
  const stateOf = async (path: string) => {
    const answer = await fetch(`${url}${path}`).catch(() => undefined)
    return answer && { status: answer.status, text: await answer.text() }
  }
  return { running, url, stateOf }
}

describe('a start without a database', () => {
  let link: BreakableLink
  beforeAll(async () => {
    link = await openBreakableLink(database.url)
  })
  afterAll(() => link.close())

  it('waits, says why, sheds requests, and serves when the database is there', async () => {
    await link.cut()
    const { running, url, stateOf } = await startOn(link.url)
    await expect
      .poll(() => stateOf('/readyz'), { timeout: 20_000 })
      .toEqual({
        status: 503,
        text: '{"status":"unready","why":"the database refuses connections"}',
      })
    expect(await stateOf('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' })
    const shed = await fetch(`${url}/orders`, { method: 'POST', body: '{}' })
    expect(shed.status).toBe(429)
    expect(shed.headers.get('retry-after')).toBe('1')
    expect(await shed.json()).toMatchObject({ error: { reason: 'OVERLOADED' } })
    expect((await stateOf('/metrics'))?.status).toBe(429)
    expect((await stateOf('/%zz'))?.status).toBe(429)

    await link.mend()
    await expect.poll(async () => (await stateOf('/readyz'))?.status, { timeout: 20_000 }).toBe(200)
    expect((await stateOf('/transfers'))?.status).toBe(401)
    running.child.kill('SIGTERM')
    expect(await running.ended).toBe(0)
  }, 60_000)
})

describe('the systemd unit', () => {
  it('restarts a failed service without an end', async () => {
    const file = new URL('../../../../deploy/systemd/vadium.service', import.meta.url)
    const lines = (await readFile(file, 'utf8')).split('\n')
    expect(lines).toEqual(
      expect.arrayContaining(['StartLimitIntervalSec=0', 'Restart=on-failure', 'RestartSec=2']),
    )
  })
})
