import { afterAll, beforeAll, expect, it } from 'vitest'
import { invalidityOf } from '../../../src/platform/signing/credential-validity.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const nowMs = Date.parse('2026-07-01T12:00:00.000Z')
const time = (ms: number | null) => (ms === null ? null : new Date(ms).toISOString())

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

it.each([
  { revokedAtMs: null, expiresAtMs: null, invalidity: undefined },
  { revokedAtMs: null, expiresAtMs: nowMs + 1, invalidity: undefined },
  { revokedAtMs: null, expiresAtMs: nowMs, invalidity: 'expired' },
  { revokedAtMs: null, expiresAtMs: nowMs - 1, invalidity: 'expired' },
  { revokedAtMs: nowMs - 1, expiresAtMs: null, invalidity: 'revoked' },
  { revokedAtMs: nowMs + 1, expiresAtMs: nowMs + 1, invalidity: 'revoked' },
  { revokedAtMs: nowMs - 1, expiresAtMs: nowMs - 1, invalidity: 'revoked' },
])(
  'the service and the database agree that a credential is $invalidity, revoked at $revokedAtMs and expiring at $expiresAtMs',
  async ({ revokedAtMs, expiresAtMs, invalidity }) => {
    expect(invalidityOf({ revoked: revokedAtMs !== null, expiresAtMs }, nowMs)).toBe(invalidity)
    const { rows } = await database.query<{ valid: boolean }>(
      'SELECT credential_is_valid($1, $2, $3) AS valid',
      [time(revokedAtMs), time(expiresAtMs), time(nowMs)],
    )
    expect(rows).toEqual([{ valid: invalidity === undefined }])
  },
)
