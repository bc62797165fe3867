import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { call } from '../../harness/call.ts'
import { ConsentWorld, type Pair, type Side } from '../../harness/consent-world.ts'
import { insertTerms } from '../../harness/inserted-terms.ts'

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

describe('a transaction of a side that proposes terms', () => {
  let proposed: Pair
  let agreement = ''
  let open = ''
  let proposedOpen: Pair
  beforeAll(async () => {
    proposed = world.pair()
    agreement = await world.agreed(proposed)
    const other = world.pair()
    open = await world.agreed(other)
    await call(world.service, world.proposal(open, 2, other.lender.admin))
    proposedOpen = other
  })

  /** Adds a version with terms of its own. `$1` is the agreement. */
  const adds = (columns: string, values: string) => `
    WITH copy AS (${insertTerms(`
        SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
        FROM margin_terms t JOIN agreement_versions v ON v.terms_id = t.id
        WHERE v.agreement_id = $1 AND v.version = 1`)} RETURNING id)
    INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
      effective_at, expire_at, ${columns})
    SELECT $1, 2, v.lender_id, v.borrower_id, copy.id, v.effective_at, v.expire_at, ${values}
    FROM copy, agreement_versions v WHERE v.agreement_id = $1 AND v.version = 1`
  const at = `'${world.at(0)}'`

  it('can add a version that it accepts', async () => {
    const own = adds('proposer_id, lender_accepted_at', `v.lender_id, ${at}`)
    expect(await done(proposed.lender.party.id, own, { agreement })).toBe(1)
  })

  it.each([
    ['in the name of the other side', 'proposer_id, borrower_accepted_at', `v.borrower_id, ${at}`],
    ['in the name of the operator', 'lender_accepted_at', at],
    [
      'that both sides have accepted',
      'proposer_id, lender_accepted_at, borrower_accepted_at',
      `v.lender_id, ${at}, ${at}`,
    ],
    ['that has ended', 'proposer_id, lender_accepted_at, expired_at', `v.lender_id, ${at}, ${at}`],
  ])('cannot add one %s', async (_what, columns, values) => {
    const added = done(proposed.lender.party.id, adds(columns, values), { agreement })
    await expect(added).rejects.toThrow('row-level security')
  })

  it('cannot add one that it does not accept', async () => {
    const added = done(undefined, adds('proposer_id', 'v.lender_id'), { agreement })
    await expect(added).rejects.toThrow('is_accepted_by_its_proposer')
  })

  it('cannot add terms of organizations without an agreement', async () => {
    const { lender } = proposed
    const stranger = insertTerms(`
      SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
        'lender_id', t.borrower_id, 'borrower_id', t.lender_id))).*
      FROM margin_terms t JOIN agreement_versions v ON v.terms_id = t.id WHERE v.agreement_id = $1`)
    const added = done(lender.party.id, stranger, { agreement })
    await expect(added).rejects.toThrow('row-level security')
  })

  it('can end its proposal before its time, as the other side can that proposes instead', async () => {
    const statement = `${ends(world.at(0))} AND version = 2`
    for (const { party } of [proposedOpen.lender, proposedOpen.borrower]) {
      expect(await done(party.id, statement, { agreement: open })).toBe(1)
    }
  })

  it('is of no third organization, which adds nothing', async () => {
    const third = world.firms.find((firm) => firm !== proposed.lender && firm !== proposed.borrower)
    const own = adds('proposer_id, lender_accepted_at', `v.lender_id, ${at}`)
    expect(await done(third?.party.id, own, { agreement })).toBe(0)
  })
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
        `WITH copy AS (${insertTerms(`
             SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
             FROM margin_terms t JOIN agreement_versions v ON v.terms_id = t.id
             WHERE v.agreement_id = $1`)} RETURNING *)
         INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id,
           effective_at, expire_at)
         SELECT $1, 2, lender_id, borrower_id, id, now(), now() + interval '14 days' FROM copy`,
      ),
    ).rejects.toThrow('agreement_versions_one_proposed')
  })
})
