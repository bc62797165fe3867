import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConsentWorld, type Pair, type Side } from '../../harness/consent-world.ts'

const world = new ConsentWorld()
let pair: Pair
let id = ''
beforeAll(async () => {
  await world.start()
  pair = world.pair()
  ;({ id } = await world.propose(pair))
})
afterAll(() => world.close())

/** Runs a statement as the service does for an organization; `$1` is the agreement. Undone. */
async function done(
  organizationId: string | undefined,
  statement: string,
  { isOperator = false, agreement = id } = {},
): Promise<number | null> {
  const client = new pg.Client({ connectionString: world.service.database.url })
  await client.connect()
  try {
    await client.query('BEGIN')
    if (organizationId !== undefined) {
      await client.query('SET LOCAL ROLE vadium_service')
      await client.query("SELECT set_config('vadium.organization_id', $1, true)", [organizationId])
    }
    if (isOperator) await client.query("SELECT set_config('vadium.operator', 'on', true)")
    return (await client.query(statement, [agreement])).rowCount
  } finally {
    await client.end()
  }
}

const set = (assignment: string) =>
  `UPDATE agreement_versions SET ${assignment} WHERE agreement_id = $1`
const accepts = (side: Side, time = world.at(0)) => set(`${side}_accepted_at = '${time}'`)
const ends = (time: string) => set(`expired_at = '${time}'`)

describe('a transaction of one side', () => {
  it('can record its own acceptance', async () => {
    expect(await done(pair.lender.party.id, accepts('lender'))).toBe(1)
    expect(await done(pair.borrower.party.id, accepts('borrower'))).toBe(1)
  })

  it('cannot record that of the other side, alone or with its own', async () => {
    const message = 'an organization accepts for itself alone'
    await expect(done(pair.lender.party.id, accepts('borrower'))).rejects.toThrow(message)
    await expect(done(pair.borrower.party.id, accepts('lender'))).rejects.toThrow(message)
    const both = accepts('lender').replace(
      ' WHERE',
      `, borrower_accepted_at = '${world.at(0)}' WHERE`,
    )
    await expect(done(pair.lender.party.id, both)).rejects.toThrow(message)
  })

  it('cannot end a proposal before its time', async () => {
    const { id: organizationId } = pair.lender.party
    await expect(done(organizationId, ends(world.at(0)))).rejects.toThrow(
      'a proposal stays open until',
    )
    expect(await done(organizationId, ends(world.at(14 * 86_400)))).toBe(1)
  })

  it.each(['terms_id', 'effective_at', 'expire_at', 'state', 'in_effect_at', 'version'])(
    'cannot change %s',
    async (column) => {
      const changed = done(pair.lender.party.id, set(`${column} = DEFAULT`))
      await expect(changed).rejects.toThrow('permission denied')
    },
  )
})

it('a transaction of a third organization changes no version', async () => {
  const other = world.firms.find((firm) => firm !== pair.lender && firm !== pair.borrower)
  for (const statement of [accepts('lender'), accepts('borrower'), ends(world.at(14 * 86_400))]) {
    expect(await done(other?.party.id, statement)).toBe(0)
  }
})

describe('a transaction of the operator', () => {
  const operator = () =>
    world.book.scenario.organizations.find(({ slug }) => slug === 'platform')?.id
  const isOperator = true

  it('ends proposals, and accepts for neither side', async () => {
    expect(await done(operator(), ends(world.at(0)), { isOperator })).toBe(1)
    for (const statement of [accepts('lender'), accepts('borrower')]) {
      const accepted = done(operator(), statement, { isOperator })
      await expect(accepted).rejects.toThrow('an organization accepts for itself alone')
    }
  })

  it('cannot insert a version that is accepted already', async () => {
    await expect(
      done(
        operator(),
        `INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
           effective_at, lender_accepted_at, expire_at)
         SELECT agreement_id, version + 1, lender_id, borrower_id, gen_random_uuid(), effective_at,
           effective_at, expire_at FROM agreement_versions WHERE agreement_id = $1`,
        { isOperator },
      ),
    ).rejects.toThrow('row-level security')
  })
})

describe('even the owner of the tables', () => {
  it('cannot accept a version that has expired, or change one that is accepted', async () => {
    const accepted = world.pair()
    const { id: acceptedId } = await world.propose(accepted)
    await world.acceptByBoth(accepted, acceptedId)
    const { id: expiredId } = await world.propose(world.pair())
    await world.amend(expiredId)
    for (const agreement of [acceptedId, expiredId]) {
      const statement = `${accepts('lender', world.at(1))} AND version = 1`
      await expect(done(undefined, statement, { agreement })).rejects.toThrow(
        'keeps its acceptances',
      )
    }
  })

  it('cannot record an acceptance at the time at which the version expires', async () => {
    const late = accepts('lender', world.at(14 * 86_400))
    await expect(done(undefined, late)).rejects.toThrow('is_accepted_before_it_expires')
  })

  it('cannot have two proposals of one agreement', async () => {
    await expect(
      done(
        undefined,
        `WITH copy AS (INSERT INTO margin_terms
             SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
             FROM margin_terms t JOIN agreement_versions v ON v.terms_id = t.id
             WHERE v.agreement_id = $1 RETURNING *)
         INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
           effective_at, expire_at)
         SELECT $1, 2, lender_id, borrower_id, id, now(), now() + interval '14 days' FROM copy`,
      ),
    ).rejects.toThrow('agreement_versions_one_proposed')
  })
})
