import { generateKeyPair } from '@vadium/client'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type BuiltService, buildProgram } from '../../harness/built-service.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

let commands: BuiltService
let database: TestDatabase
beforeAll(async () => {
  commands = await buildProgram('mortal-host-command')
  database = await createDatabase()
})
afterAll(async () => {
  await database.drop()
})

const written = async () => {
  const { rows } = await database.query(
    `SELECT (SELECT people_needed FROM installation) AS people,
       (SELECT count(*)::int FROM organizations) AS organizations,
       (SELECT count(*)::int FROM accounts) AS accounts,
       (SELECT count(*)::int FROM credentials) AS credentials,
       (SELECT count(*)::int FROM audit_entries) AS entries,
       (SELECT count(*)::int FROM notifications) AS notifications,
       (SELECT count(*)::int FROM events) + (SELECT count(*)::int FROM unnumbered_events) AS events`,
  )
  return rows[0]
}

it('leaves nothing of a command that is killed in the middle', async () => {
  for (const command of ['bootstrap', 'recover']) {
    const before = await written()
    const keys = [generateKeyPair().publicKey, generateKeyPair().publicKey].join(' ')
    const environment = { DATABASE_URL: database.url, COMMAND: command, KEYS: keys }
    const run = (number: number) => commands.start({ ...environment, DIES_AT: String(number) })
    for (const number of [2, 6, 9, 12, 14]) {
      const killed = run(number)
      expect(await killed.ended, killed.output()).toBe('SIGKILL')
      expect(killed.output()).not.toContain('COMMIT')
      expect(await written()).toEqual(before)
    }
    const finished = run(1000)
    expect(await finished.ended, finished.output()).toBe(0)
    expect(await written()).not.toEqual(before)
    await database.query('UPDATE credentials SET revoked_at = now()')
  }
})
