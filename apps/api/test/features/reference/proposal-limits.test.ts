import {
  agreementProposalsMax,
  agreementVersionsMax,
  agreementVersionsOfOperator,
} from '@vadium/schema'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { type CallOptions, call, refused } from '../../harness/call.ts'
import { ConsentWorld } from '../../harness/consent-world.ts'
import { startService } from '../../harness/service.ts'
import { insertTerms } from '../../harness/inserted-terms.ts'

const world = new ConsentWorld()
const proposalsMax = 4
beforeAll(() => world.start({ COUNTERPARTY_PROPOSALS_MAX: String(proposalsMax) }))
/** A window of the limits of its own for each test. */
beforeEach(() => world.begin())
afterAll(() => world.close())

const agreed = () => world.agreedPair()
const done = (options: CallOptions) => world.done(options)
const conflict = (options: CallOptions) => world.conflict(options)

/** Repeats a proposed version as ones that have expired, with the numbers from first to last. */
async function copyVersion(
  id: string,
  version: number,
  { first, last }: { readonly first: number; readonly last: number },
): Promise<void> {
  await world.service.database.query(
    `
    WITH numbers AS (SELECT n, gen_random_uuid() AS id
        FROM generate_series($2::int, $3) AS n),
      given AS (SELECT t.*, v.* FROM agreement_versions v JOIN margin_terms t ON t.id = v.terms_id
        WHERE v.agreement_id = $1 AND v.version = $4),
      copies AS (${insertTerms(`
        SELECT (jsonb_populate_record(t, jsonb_build_object('id', n.id))).*
        FROM numbers n, margin_terms t
        WHERE t.id = (SELECT terms_id FROM given)`)} RETURNING id)
    INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
      effective_at, lender_accepted_at, expire_at, expired_at, proposer_id)
    SELECT v.agreement_id, n.n, v.lender_id, v.borrower_id, n.id, v.effective_at,
      v.lender_accepted_at, v.expire_at, v.effective_at, v.proposer_id
    FROM numbers n, agreement_versions v WHERE v.agreement_id = $1 AND v.version = $4`,
    [id, first, last, version],
  )
}

it('returns 409 beyond the versions of one side, and leaves the others to the rest', async () => {
  const { id, lender, borrower } = await agreed()
  await done(world.proposal(id, 2, lender.admin))
  await copyVersion(id, 2, { first: 3, last: agreementProposalsMax + 1 })
  const next = agreementProposalsMax + 2
  expect(await conflict(world.proposal(id, next, lender.admin))).toMatchObject({
    issue: `has the largest number of versions of one side, ${agreementProposalsMax}`,
  })
  await done(world.withdrawal(id, 2, lender.admin))
  await done(world.proposal(id, next, borrower.admin))
  await world.amend(id)
})

it('returns 409 for a side where only what is kept for the operator is left, who still amends', async () => {
  const { id, lender, borrower } = await agreed()
  await world.amend(id)
  const full = agreementVersionsMax - agreementVersionsOfOperator
  await copyVersion(id, 2, { first: 3, last: full - 1 })
  // That of the operator ends with its time, and each side proposes while there is room.
  await world.service.database.query(
    'UPDATE agreement_versions SET expired_at = expire_at WHERE agreement_id = $1 AND version = 2',
    [id],
  )
  await done(world.proposal(id, full, lender.admin))
  for (const { admin } of [lender, borrower]) {
    expect(await conflict(world.proposal(id, full + 1, admin))).toEqual({
      field: 'agreement_id',
      issue: `has ${full} of at most ${agreementVersionsMax} versions, of which the rest is for the operator`,
    })
  }
  await world.amend(id)
  expect((await world.get(id)).versions).toHaveLength(full + 1)
})

it('returns 409 where the installation takes terms from the operator alone', async () => {
  const { id, lender } = await agreed()
  const { database } = world.service
  const settings = { COUNTERPARTY_PROPOSALS_MAX: '0' }
  const strict = await startService({ database, settings })
  try {
    strict.clock.set(world.at(0))
    const reply = await refused(strict, 409, world.proposal(id, 2, lender.admin))
    expect(reply.body.error.details?.[0]?.issue).toBe('takes terms from the operator alone')
  } finally {
    await strict.close()
  }
})

it('returns 422 when a side wants its terms to begin after a year, or to be open over 90 days', async () => {
  const { id, lender } = await agreed()
  const days = (count: number, seconds = 0) => world.at(count * 86_400 + seconds)
  for (const [member, count] of [
    ['effective_time', 365],
    ['expire_time', 90],
  ] as const) {
    const late = world.proposal(id, 2, lender.admin, { [member]: days(count, 1) })
    const reply = await refused(world.service, 422, late)
    expect(reply.body.error.details).toEqual([
      { field: member, issue: `must be within ${count} days`, value: days(count) },
    ])
  }
  const latest = { effective_time: days(365), expire_time: days(90) }
  await done(world.proposal(id, 2, lender.admin, latest))
  await world.amend(id, { effective_time: days(366), expire_time: days(91) })
})

it('returns 429 beyond the limit of an hour, even for proposals that are withdrawn', async () => {
  const { id, lender, borrower } = await agreed()
  for (let version = 2; version < 2 + proposalsMax; version += 1) {
    await done(world.proposal(id, version, lender.admin))
    await done(world.withdrawal(id, version, lender.admin))
  }
  const next = 2 + proposalsMax
  const reply = await refused(world.service, 429, world.proposal(id, next, lender.admin))
  expect(reply.reason).toBe('COUNTERPARTY_LIMITED')
  expect(reply.headers['retry-after']).toBe('3600')
  await done(world.proposal(id, next, borrower.admin))
  world.waitUntil(3600)
  await done(world.proposal(id, next + 1, lender.admin))
})

it('no more proposals are taken than an hour allows', async () => {
  const { id, lender } = await agreed()
  const calls = [lender.admin, lender.secondAdmin].flatMap((key) =>
    Array.from({ length: 6 }, (_, i) => world.proposal(id, 2 + i, key)),
  )
  let taken = 0
  for (let round = 0; round < 2; round += 1) {
    taken += (await Promise.all(calls.map((options) => call(world.service, options)))).filter(
      ({ status }) => status === 200,
    ).length
  }
  expect(taken).toBeLessThanOrEqual(proposalsMax)
  expect((await world.get(id)).versions).toHaveLength(1 + taken)
})
