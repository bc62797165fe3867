import {
  type Agreement,
  agreementVersionsMax,
  amendAgreement,
  createAgreement,
  createOrganization,
  getAgreement,
  listAgreements,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { agreedTerms as terms, eligible } from '../../harness/agreed-terms.ts'
import { Book, type Key, type Party } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { isLongRun } from '../../harness/long-run.ts'
import { type RunningService, startService } from '../../harness/service.ts'
import { insertTerms } from '../../harness/inserted-terms.ts'

const book = new Book()
const operator = book.party('platform').credential('operator')
const harbor = book.party('harbor')
const quay = book.party('quay')
const tide = book.party('tide')
const keys = new Map<Party, Key>(
  [harbor, quay, tide].map((party) => [party, party.credential('viewer')]),
)
const viewer = keys.get(harbor)
const reporting = harbor.credential('reporting')
book.deal(tide, quay)
const unknownId = '00000000-0000-4000-8000-000000000000'
const now = '2026-03-02T12:00:00.000Z'

let service: RunningService
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
})
afterAll(() => service.close())

let parties = 0
/** A borrower without an agreement. */
async function borrower(): Promise<string> {
  const slug = `borrower-${(parties += 1)}`
  const body = { slug, name: slug }
  return (await succeed(service, createOrganization, { key: operator, body })).id
}
const create = async (changes: object = {}): Promise<Agreement> =>
  succeed(service, createAgreement, {
    key: operator,
    body: { lender_id: harbor.id, borrower_id: await borrower(), terms, ...changes },
  })
const params = (agreement_id: string) => ({ agreement_id })
const at = (seconds: number) => new Date(Date.parse(now) + seconds * 1000).toISOString()
const amendment = (id: string, changes: object = {}) =>
  callOf(amendAgreement, { key: operator, params: params(id), body: { terms, ...changes } })
/** Both sides accept what is proposed. */
const accept = (id: string) =>
  service.database.query(
    `UPDATE agreement_versions SET lender_accepted_at = $2, borrower_accepted_at = $2
     WHERE agreement_id = $1 AND state = 'PROPOSED'`,
    [id, now],
  )
const unaccepted = { lender_accept_time: null, borrower_accept_time: null, in_effect_time: null }
const bare = (text: string) => text.replace(/"request_id":"[^"]*"/, '')

describe('200 OK', () => {
  it('returns 200 and proposes the terms to a lender and a borrower, who both can see them', async () => {
    const created = await create({
      lender_id: harbor.id.toUpperCase(),
      borrower_id: quay.id.toUpperCase(),
    })
    expect(created).toEqual({
      id: created.id,
      lender_id: harbor.id,
      lender_name: harbor.name,
      borrower_id: quay.id,
      borrower_name: quay.name,
      versions: [
        {
          version: 1,
          state: 'PROPOSED',
          proposer_id: null,
          effective_time: now,
          expire_time: at(14 * 86_400),
          ...unaccepted,
          terms,
          calendar_versions: [],
        },
      ],
    })
    for (const key of [operator, keys.get(harbor), keys.get(quay)]) {
      const got = await succeed(service, getAgreement, {
        ...(key && { key }),
        params: params(created.id.toUpperCase()),
      })
      expect(got).toEqual(created)
    }
  })

  it('returns 200 for another agreement of the same two with the roles swapped', async () => {
    const other = await create({ lender_id: quay.id, borrower_id: harbor.id })
    expect(other).toMatchObject({ lender_id: quay.id, borrower_id: harbor.id })
  })

  it('returns 200 and writes decimals in the fewest digits, at the bounds too', async () => {
    const widest = {
      ...terms,
      requirement_percent: '100000.000000',
      margin_call_percent: '99999.999999',
      liquidation_percent: '0.000001',
      threshold_usd: `${'9'.repeat(30)}.${'9'.repeat(20)}`,
      lot_top_up: `${'9'.repeat(20)}.${'9'.repeat(20)}`,
      lot_release: '0.00000000000000000001',
      minimum_notional_release_usd: '0.10',
      cure_time_seconds: 31_536_000,
    }
    const { versions } = await create({ terms: widest })
    expect(versions[0]?.terms).toEqual({
      ...widest,
      requirement_percent: '100000',
      minimum_notional_release_usd: '0.1',
    })
    const haircut = {
      ...terms,
      top_up_when: 'margin_call',
      release_percent: '103.000001',
      requirement_percent: null,
      haircut: '0',
      dispute_tolerance_usd: null,
      dispute_tolerance_percent: '2.5',
      dispute_method: 'split',
    }
    expect((await create({ terms: haircut })).versions[0]?.terms).toEqual(haircut)
  })

  it('returns 200 with the defaults of the terms that are left out', async () => {
    const { top_up_when, release_percent, ...given } = terms
    const { versions } = await create({ terms: given })
    expect(versions[0]?.terms).toEqual({ ...given, top_up_when, release_percent })
  })

  it('returns 200 with what is eligible in the order of its assets, each with terms of its own', async () => {
    const eth = { ...eligible('ETH', '160.0'), requirement_percent: null, haircut: '0.30' }
    const eligible_collateral = [eth, eligible('BTC', '150.50')]
    const { versions } = await create({ terms: { ...terms, eligible_collateral } })
    const btc = { ...eligible('BTC', '150.5') }
    const shown = [btc, { ...eth, haircut: '0.3' }]
    expect(versions[0]?.terms).toEqual({ ...terms, eligible_collateral: shown })
    const { rows } = await service.database.query(
      `SELECT e.collateral_asset, e.requirement_percent::text, e.haircut::text, e.cure_time_seconds
       FROM margin_terms e JOIN margin_terms g ON g.id = e.general_id
       WHERE g.collateral_asset IS NULL ORDER BY e.collateral_asset`,
    )
    const { cure_time_seconds } = terms
    expect(rows).toEqual([
      { collateral_asset: 'BTC', requirement_percent: '150.5', haircut: null, cure_time_seconds },
      { collateral_asset: 'ETH', requirement_percent: null, haircut: '0.3', cure_time_seconds },
    ])
  })

  it('returns 422 for eligible collateral that is not an asset', async () => {
    const eligible_collateral = [eligible('ETH', '160'), eligible('GOLD', '160')]
    const body = {
      lender_id: harbor.id,
      borrower_id: tide.id,
      terms: { ...terms, eligible_collateral },
    }
    const reply = await refused(service, 422, callOf(createAgreement, { key: operator, body }))
    expect(reply.body.error).toMatchObject({
      reason: 'REFERENCE_UNKNOWN',
      details: [{ field: 'terms.eligible_collateral.1.asset', value: 'GOLD' }],
    })
  })

  it.each([
    { dispute_tolerance_usd: null, dispute_tolerance_percent: '0' },
    { dispute_tolerance_usd: '0', dispute_tolerance_percent: null },
  ])('returns 200 for a dispute tolerance of zero: %o', async (tolerance) => {
    const { id } = await create({ terms: { ...terms, ...tolerance } })
    const { agreements } = await succeed(service, listAgreements, { key: operator })
    const kept = agreements.find((agreement) => agreement.id === id)
    expect(kept?.versions[0]?.terms).toMatchObject(tolerance)
  })

  it('returns 200 and adds versions, which leave the earlier ones unchanged', async () => {
    const { id } = await create({ effective_time: at(0) })
    await accept(id)
    const { versions } = await succeed(service, getAgreement, { key: operator, params: params(id) })
    const amended = await succeed(service, amendAgreement, {
      key: operator,
      params: params(id),
      body: {
        terms: { ...terms, requirement_percent: '110' },
        effective_time: at(86_400),
        expire_time: at(3600),
      },
    })
    expect(amended.versions).toEqual([
      ...versions,
      {
        version: 2,
        state: 'PROPOSED',
        proposer_id: null,
        effective_time: at(86_400),
        expire_time: at(3600),
        ...unaccepted,
        terms: { ...terms, requirement_percent: '110' },
        calendar_versions: [],
      },
    ])
    expect(versions).toMatchObject([{ state: 'ACCEPTED', in_effect_time: now }])
    expect(await succeed(service, getAgreement, { key: operator, params: params(id) })).toEqual(
      amended,
    )
  })

  it('returns 200 for a corrected version before its time, after the one that it corrects was accepted', async () => {
    const { id } = await create()
    for (const [percent, effective_time] of [
      ['110', undefined],
      ['111', at(3600)],
      ['112', at(3600)],
    ] as const) {
      const body = {
        terms: { ...terms, requirement_percent: percent },
        ...(effective_time !== undefined && { effective_time }),
      }
      await succeed(service, amendAgreement, { key: operator, params: params(id), body })
      await accept(id)
    }
    const { versions } = await succeed(service, getAgreement, { key: operator, params: params(id) })
    expect(
      versions.map((version) => [version.effective_time, version.terms.requirement_percent]),
    ).toEqual([
      [now, '105.5'],
      [now, '110'],
      [at(3600), '111'],
      [at(3600), '112'],
    ])
  })

  it('returns 200 and numbers amendments without gaps, however many are made at once', async () => {
    const { id } = await create()
    const racers = await Promise.all(
      Array.from({ length: isLongRun ? 20 : 5 }, (_, i) =>
        call(service, amendment(id, { effective_time: at(10 + i) })),
      ),
    )
    expect(racers.filter(({ status }) => status !== 200)).toEqual([])
    const { versions } = await succeed(service, getAgreement, { key: operator, params: params(id) })
    expect(versions.map(({ version }) => version)).toEqual(
      Array.from({ length: racers.length + 1 }, (_, i) => i + 1),
    )
    // Each proposal has ended the one before it.
    expect(versions.map(({ state }) => state)).toEqual([...racers.map(() => 'EXPIRED'), 'PROPOSED'])
  })

  it("returns 200 with the agreements of the caller's organization, or all for the operator", async () => {
    const all = await succeed(service, listAgreements, { key: operator })
    for (const [party, key] of keys) {
      const own = await succeed(service, listAgreements, { key })
      expect(own.agreements).toEqual(
        all.agreements.filter(({ lender_id, borrower_id }) =>
          [lender_id, borrower_id].includes(party.id),
        ),
      )
      expect(own.agreements.length).toBeGreaterThan(0)
    }
    const ids: string[] = []
    let token: string | undefined
    do {
      const page = await succeed(service, listAgreements, {
        key: operator,
        query: { page_size: 2, ...(token !== undefined && { page_token: token }) },
      })
      ids.push(...page.agreements.map(({ id }) => id))
      token = page.next_page_token
    } while (token !== undefined)
    expect(ids).toEqual(all.agreements.map(({ id }) => id))
  })
})

describe('403 Forbidden', () => {
  it('returns 403 for a creator other than the operator, and for a reader with the reporting role', async () => {
    const { id } = await create()
    const body = { lender_id: harbor.id, borrower_id: tide.id, terms }
    for (const options of [
      callOf(createAgreement, { ...(viewer && { key: viewer }), body }),
      { ...amendment(id), ...(viewer && { key: viewer }) },
      callOf(listAgreements, { key: reporting }),
      callOf(getAgreement, { key: reporting, params: params(id) }),
    ]) {
      expect((await refused(service, 403, options)).reason).toBe('ROLE_NOT_PERMITTED')
    }
  })
})

describe('404 Not Found', () => {
  it('returns 404 for the agreement of another organization, as for an unknown one', async () => {
    const { id } = await create()
    const key = keys.get(quay)
    const ask = (asked: string) =>
      refused(service, 404, callOf(getAgreement, { ...(key && { key }), params: params(asked) }))
    const [foreign, missing] = [await ask(id), await ask(unknownId)]
    expect(foreign.reason).toBe('AGREEMENT_NOT_FOUND')
    expect(bare(foreign.text)).toBe(bare(missing.text))
  })

  it('returns 404 for the amendment of an unknown agreement', async () => {
    expect((await refused(service, 404, amendment(unknownId))).reason).toBe('AGREEMENT_NOT_FOUND')
  })
})

describe('409 Conflict', () => {
  it('returns 409 for all but one agreement of a lender and a borrower, however many are created at once', async () => {
    const body = { lender_id: tide.id, borrower_id: await borrower(), terms }
    const count = isLongRun ? 10 : 5
    const twins = await Promise.all(
      Array.from({ length: count }, () =>
        call(service, callOf(createAgreement, { key: operator, body })),
      ),
    )
    expect(twins.map(({ status }) => status).sort()).toEqual([
      200,
      ...Array<number>(count - 1).fill(409),
    ])
    const reply = await refused(service, 409, callOf(createAgreement, { key: operator, body }))
    expect(reply.reason).toBe('ALREADY_EXISTS')
  })

  it('returns 409 for one version more than can be shown', async () => {
    const { id } = await create()
    await service.database.query(
      `WITH version AS (SELECT generate_series(2, $2::int) AS number),
         terms AS (${insertTerms(`
           SELECT (jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid()))).*
           FROM agreement_versions v JOIN margin_terms t ON t.id = v.terms_id, version
           WHERE v.agreement_id = $1`)} RETURNING id, lender_id, borrower_id)
       INSERT INTO agreement_versions (agreement_id, version, lender_id, borrower_id, terms_id, effective_at,
         lender_accepted_at, borrower_accepted_at, expire_at)
       SELECT $1, row_number() OVER () + 1, lender_id, borrower_id, id, $3::timestamptz, $3, $3,
         $3::timestamptz + interval '14 days' FROM terms`,
      [id, agreementVersionsMax, now],
    )
    const reply = await refused(service, 409, amendment(id, { effective_time: at(60) }))
    expect(reply.reason).toBe('INVALID_STATE')
    const { versions } = await succeed(service, getAgreement, { key: operator, params: params(id) })
    expect(versions).toHaveLength(agreementVersionsMax)
  })
})

describe('422 Unprocessable Content', () => {
  it.each([
    [{ lender_id: unknownId }, 'REFERENCE_UNKNOWN', 'lender_id'],
    [{ borrower_id: unknownId }, 'REFERENCE_UNKNOWN', 'borrower_id'],
    [{ borrower_id: harbor.id.toUpperCase() }, 'VALUE_INVALID', 'borrower_id'],
    [{ effective_time: at(-0.001) }, 'VALUE_INVALID', 'effective_time'],
    [{ effective_time: '2027-02-29T00:00:00.000Z' }, 'VALUE_INVALID', 'effective_time'],
    [{ expire_time: now }, 'VALUE_INVALID', 'expire_time'],
    [{ expire_time: at(-1) }, 'VALUE_INVALID', 'expire_time'],
    [{ expire_time: '2027-02-29T00:00:00.000Z' }, 'VALUE_INVALID', 'expire_time'],
  ])(
    'returns 422 for unknown parties or a time in the past: %o',
    async (changes, reason, field) => {
      const body = { lender_id: harbor.id, borrower_id: await borrower(), terms, ...changes }
      const reply = await refused(service, 422, callOf(createAgreement, { key: operator, body }))
      expect(reply.reason).toBe(reason)
      expect(reply.body.error.details?.[0]?.field).toBe(field)
    },
  )

  it('returns 422 for a time before that of the last accepted version, which is in the answer', async () => {
    const { id } = await create({ effective_time: at(3600) })
    await accept(id)
    for (const effective_time of [at(3599.999), at(60), undefined]) {
      const reply = await refused(
        service,
        422,
        amendment(id, { ...(effective_time !== undefined && { effective_time }) }),
      )
      expect(reply.reason).toBe('VALUE_INVALID')
      expect(reply.body.error.details).toEqual([
        {
          field: 'effective_time',
          issue: 'must not be before that of version 1',
          value: at(3600),
        },
      ])
    }
    const reply = await refused(
      service,
      422,
      amendment(id, { effective_time: at(7200), terms: { ...terms, haircut: '0.1' } }),
    )
    expect(reply.body.error.details?.[0]?.field).toBe('terms.requirement_percent')
  })
})
