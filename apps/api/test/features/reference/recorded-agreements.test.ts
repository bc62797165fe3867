import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { migrate } from '../../../src/platform/db/migrate.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'

const migrations = fileURLToPath(new URL('../../../migrations', import.meta.url))
/** The migration with which terms need the acceptance of both sides. */
const consent = 20

let database: TestDatabase
beforeAll(async () => {
  const earlier = await mkdtemp(join(tmpdir(), 'vadium-migrations-'))
  await cp(migrations, earlier, { recursive: true })
  for (const file of await readdir(earlier)) {
    if (Number(file.slice(0, 4)) >= consent) await rm(join(earlier, file))
  }
  database = await createDatabase('template0')
  const migrateTo = (folder: string) =>
    withOwnerClient(database.url, (client) => migrate(client, undefined, { folder }))
  await migrateTo(earlier)
  await database.query(recordedVersions)
  await migrateTo(migrations)
  await rm(earlier, { recursive: true })
})
afterAll(() => database.drop())

/** Versions as they were recorded before: one in effect, and one for the future. */
const recordedVersions = `
  WITH ids AS (
    SELECT gen_random_uuid() AS lender, gen_random_uuid() AS borrower, gen_random_uuid() AS agreement),
  sides AS (
    INSERT INTO organizations (id, slug, name, status, created_at)
    SELECT lender, 'harbor', 'Harbor', 'active', now() FROM ids
    UNION ALL SELECT borrower, 'quay', 'Quay', 'active', now() FROM ids),
  agreed AS (INSERT INTO agreements SELECT agreement, lender, borrower FROM ids),
  terms AS (
    INSERT INTO margin_terms (id, lender_id, borrower_id, requirement_percent, margin_call_percent,
      liquidation_percent, threshold_usd, minimum_notional_top_up_usd, minimum_notional_release_usd,
      day_count, cure_time_seconds, dispute_tolerance_percent, dispute_method)
    SELECT gen_random_uuid(), lender, borrower, 150, 130, 110, 0, 1000, 1000, 'ACT/360', 86400, 5,
      'undisputed' FROM ids, generate_series(1, 2) RETURNING *)
  INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id, effective_at)
  SELECT agreement, row_number() OVER (), lender_id, borrower_id, terms.id,
    (ARRAY['2026-01-01Z', '2999-12-31Z'])[row_number() OVER ()]::timestamptz FROM ids, terms`

describe('a version that was recorded before acceptances existed', () => {
  it('is accepted by both sides, and in effect from its effective time', async () => {
    const { rows } = await database.query(
      `SELECT version, state, in_effect_at = effective_at AS "keepsItsTime",
         lender_accepted_at = borrower_accepted_at AND lender_accepted_at <= now() AS "isAccepted"
       FROM agreement_versions ORDER BY version`,
    )
    const kept = { state: 'ACCEPTED', keepsItsTime: true, isAccepted: true }
    expect(rows).toEqual([
      { version: 1, ...kept },
      { version: 2, ...kept },
    ])
  })
})
