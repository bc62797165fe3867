import { randomUUID } from 'node:crypto'
import {
  acceptAgreement,
  createAgreement,
  createAsset,
  createCustodian,
  createOrganization,
  createWallet,
  listAgreements,
  listWallets,
  proposeTerms,
  setCalendar,
  withdrawTerms,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import type { Key, Party } from '../../harness/book.ts'
import { call, callOf, refused, succeed } from '../../harness/call.ts'
import { usualTerms } from '../../harness/living-book.ts'

const world = new ApprovalWorld()
const { lender, borrower, lenderAdmin, borrowerAdmin, borrowerTrader, platform } = world
const { operator, secondOperator } = world

beforeAll(() => world.start())
afterAll(() => world.close())

function walletCall(of: Pick<Party, 'id'>) {
  const id = `wallet-${randomUUID()}`
  const body = { organization_id: of.id, custodian: 'simulated', assets: ['BTC'] }
  return callOf(createWallet, {
    key: operator,
    body: { ...body, id, name: `A wallet ${id}`, address: id },
  })
}

async function newFirm(): Promise<Pick<Party, 'id'>> {
  const body = { slug: `org-${randomUUID()}`, name: 'A new firm' }
  return succeed(world.service, createOrganization, { key: operator, body })
}

async function namesOf(key: Key): Promise<string[]> {
  const { wallets } = await succeed(world.service, listWallets, { key, query: { page_size: 1000 } })
  return wallets.map(({ name }) => name)
}

async function expectToWaitForAdmin(of: Party, { admin, others }: { admin: Key; others: Key[] }) {
  const before = await namesOf(admin)
  const approval = await world.requested(walletCall(of))
  expect(approval).toMatchObject({ decider_id: of.id, operation: 'createWallet' })
  for (const key of others) {
    const attempt = world.callOnApproval('approve', approval, key)
    expect((await refused(world.service, 403, attempt)).reason).toBe('APPROVER_NOT_PERMITTED')
  }
  expect(await namesOf(admin)).toEqual(before)
  await world.decide('approve', approval, admin)
  expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
  expect(await namesOf(admin)).toHaveLength(before.length + 1)
}

describe('where one person suffices', () => {
  it('an operator creates a wallet alone of a firm that has no rule about it', async () => {
    expect((await call(world.service, walletCall(lender))).status).toBe(200)
  })

  it('a wallet of a firm whose own policy names createWallet waits for its admin', async () => {
    await world.policy(borrowerAdmin, [rule('createWallet')])
    const others = [secondOperator, borrowerTrader, operator]
    await expectToWaitForAdmin(borrower, { admin: borrowerAdmin, others })
    await world.policy(borrowerAdmin, [])
  })
})

describe('where an organization asks for a second person to accept terms', () => {
  const { lenderSecondAdmin } = world
  const agreementOf = async (key: Key) => {
    const { agreements } = await succeed(world.service, listAgreements, { key })
    const found = agreements.find(({ borrower_id }) => borrower_id === borrower.id)
    if (found === undefined) throw new Error('the two sides have no agreement')
    return found
  }
  const proposal = async (key: Key) => {
    const { id, versions } = await agreementOf(key)
    const body = { version: versions.length + 1, terms: usualTerms }
    return callOf(proposeTerms, { key, params: { agreement_id: id }, body })
  }

  it('proposes none before that, as its proposal is its acceptance, and withdraws it at once', async () => {
    await world.policy(lenderAdmin, [rule('acceptAgreement')])
    const before = await agreementOf(borrowerAdmin)
    const approval = await world.requested(await proposal(lenderAdmin))
    expect(approval).toMatchObject({
      operation: 'proposeTerms',
      decider_id: lender.id,
      counterparty_id: borrower.id,
    })
    expect(await agreementOf(borrowerAdmin)).toEqual(before)
    await world.decide('approve', approval, lenderSecondAdmin)
    expect(await world.carriedOut(approval, lenderAdmin)).toMatchObject({ state: 'CARRIED_OUT' })
    const { id, versions } = await agreementOf(borrowerAdmin)
    expect(versions.at(-1)).toMatchObject({ state: 'PROPOSED', proposer_id: lender.id })
    await succeed(world.service, withdrawTerms, {
      key: lenderAdmin,
      params: { agreement_id: id },
      body: { version: versions.length },
    })
    await world.policy(lenderAdmin, [])
  })

  it('agrees to no version of a calendar that was set while its proposal awaited approval', async () => {
    await world.policy(lenderAdmin, [rule('acceptAgreement')])
    const calendar = { id: 'paris', name: 'Paris', holidays: [], last_day: '2027-12-31' }
    const set = async (weekend: number[]) => {
      world.pass(1)
      await succeed(world.service, setCalendar, { key: operator, body: { ...calendar, weekend } })
      world.pass(1)
    }
    const propose = async (named: object) => {
      const { id, versions } = await agreementOf(lenderAdmin)
      const terms = { ...usualTerms, calendars: ['paris'] }
      const body = { version: versions.length + 1, terms, ...named }
      return callOf(proposeTerms, { key: lenderAdmin, params: { agreement_id: id }, body })
    }
    const seen = (version: number) => ({ calendar_versions: [{ id: 'paris', version }] })
    await set([6, 7])
    const faulty = [seen(2), { calendar_versions: [{ id: 'london', version: 1 }] }]
    for (const named of faulty) await refused(world.service, 422, await propose(named))
    const versionsBefore = (await agreementOf(lenderAdmin)).versions.length
    for (const named of [{}, seen(2)]) {
      const approval = await world.requested(await propose(named))
      // Closed on every Monday. Nobody is notified: no terms name the calendar.
      await set([1, 6, 7])
      await world.decide('approve', approval, lenderSecondAdmin)
      const done = await world.carriedOut(approval, lenderAdmin)
      expect(done).toMatchObject({ state: 'FAILED', failure: { reason: 'VALUE_INVALID' } })
      expect((await agreementOf(lenderAdmin)).versions).toHaveLength(versionsBefore)
    }
    for (const named of [{}, seen(3)]) {
      const approval = await world.requested(await propose(named))
      world.pass(1)
      await world.decide('approve', approval, lenderSecondAdmin)
      const done = await world.carriedOut(approval, lenderAdmin)
      expect(done).toMatchObject({ state: 'CARRIED_OUT' })
      const { versions } = await agreementOf(lenderAdmin)
      expect(versions.at(-1)?.calendar_versions).toEqual([{ id: 'paris', version: 3 }])
    }
    await world.policy(lenderAdmin, [])
  })

  it('does not carry out an approved proposal whose number another one has taken', async () => {
    await world.policy(lenderAdmin, [rule('acceptAgreement')])
    const approval = await world.requested(await proposal(lenderAdmin))
    expect((await call(world.service, await proposal(borrowerAdmin))).status).toBe(200)
    await world.decide('approve', approval, lenderSecondAdmin)
    expect(await world.carriedOut(approval, lenderAdmin)).toMatchObject({
      state: 'FAILED',
      failure: { reason: 'INVALID_STATE' },
    })
    await world.policy(lenderAdmin, [])
  })
})

describe('where two people are asked for', () => {
  const needPeople = (people: 1 | 2) =>
    withOwnerClient(world.service.database.url, (client) =>
      client.query('UPDATE installation SET people_needed = $1', [people]),
    )
  beforeAll(() => needPeople(2))

  it('a wallet of a firm waits for its admin, whatever the policy of the firm says', async () => {
    await expectToWaitForAdmin(lender, { admin: lenderAdmin, others: [secondOperator, operator] })
    await expectToWaitForAdmin(borrower, { admin: borrowerAdmin, others: [secondOperator] })
  })

  it('the admin of a firm rejects a wallet, and it is never created', async () => {
    const before = await namesOf(lenderAdmin)
    const approval = await world.requested(walletCall(lender))
    await world.decide('reject', approval, lenderAdmin)
    expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'REJECTED' })
    expect(await namesOf(lenderAdmin)).toEqual(before)
  })

  it('a firm that never had an admin gets its wallets and agreements without a wait', async () => {
    const [one, other] = [await newFirm(), await newFirm()]
    expect((await call(world.service, walletCall(one))).status).toBe(200)
    const body = { lender_id: one.id, borrower_id: other.id, terms: usualTerms }
    await succeed(world.service, createAgreement, { key: operator, body })
  })

  it('one admin accepts terms of the operators while there is no other, and none of a side', async () => {
    const [one, other] = [await newFirm(), await newFirm()]
    const body = { lender_id: one.id, borrower_id: other.id, terms: usualTerms }
    const { id } = await succeed(world.service, createAgreement, { key: operator, body })
    const adminOf = (firm: Pick<Party, 'id'>) => world.newcomer(firm, 'admin', { by: operator })
    const [first, second] = [await adminOf(one), await adminOf(other)]
    const params = { agreement_id: id }
    const accept = (key: Key, version: number) =>
      callOf(acceptAgreement, { key, params, body: { version } })
    for (const key of [first, second]) {
      expect((await call(world.service, accept(key, 1))).status).toBe(200)
    }
    const proposed = { version: 2, terms: usualTerms }
    const proposal = callOf(proposeTerms, { key: first, params, body: proposed })
    expect(await world.requested(proposal)).toMatchObject({ operation: 'proposeTerms' })
    const theirs = callOf(proposeTerms, { key: second, params, body: proposed })
    await needPeople(1)
    expect((await call(world.service, theirs)).status).toBe(200)
    await needPeople(2)
    const acceptance = await world.requested(accept(first, 2))
    expect(acceptance).toMatchObject({ operation: 'acceptAgreement', decider_id: one.id })
  })

  it('two admins accept terms of the operators where a firm has had two', async () => {
    const [one, other] = [await newFirm(), await newFirm()]
    const body = { lender_id: one.id, borrower_id: other.id, terms: usualTerms }
    const { id } = await succeed(world.service, createAgreement, { key: operator, body })
    const { accountId } = await world.newcomer(one, 'viewer', { by: operator })
    const admin = await world.newcomer(one, 'admin', { by: operator })
    await withOwnerClient(world.service.database.url, (client) =>
      client.query(`UPDATE credentials SET role = 'admin' WHERE account_id = $1`, [accountId]),
    )
    const params = { agreement_id: id }
    const asked = callOf(acceptAgreement, { key: admin, params, body: { version: 1 } })
    expect(await world.requested(asked)).toMatchObject({ decider_id: one.id })
  })

  it('a custodian, an asset and an agreement of a firm with an admin need two operators', async () => {
    const id = randomUUID().slice(0, 8)
    const asset = { symbol: `C-${id}`, name: 'Coin', normalized_symbol: 'COIN', decimals: 8 }
    const agreement = { lender_id: lender.id, borrower_id: (await newFirm()).id, terms: usualTerms }
    for (const asked of [
      callOf(createCustodian, { key: operator, body: { id, name: id, adapter: 'simulated' } }),
      callOf(createAsset, { key: operator, body: asset }),
      callOf(createAgreement, { key: operator, body: agreement }),
    ]) {
      const approval = await world.requested(asked)
      expect(approval.decider_id).toBe(platform.id)
      const attempt = world.callOnApproval('approve', approval, lenderAdmin)
      expect((await refused(world.service, 404, attempt)).reason).toBe('APPROVAL_NOT_FOUND')
      await world.decide('approve', approval, secondOperator)
      expect(await world.carriedOut(approval, operator)).toMatchObject({ state: 'CARRIED_OUT' })
    }
  })
})

describe('before any firm has an admin', () => {
  it('one operator of two creates custodians and assets', async () => {
    await withOwnerClient(world.service.database.url, async (client) => {
      await client.query('BEGIN')
      await client.query(
        `UPDATE credentials SET role = 'viewer' WHERE role = 'admin' AND organization_id <> $1`,
        [platform.id],
      )
      await client.query('COMMIT')
    })
    const id = randomUUID().slice(0, 8)
    const body = { id, name: id, adapter: 'simulated' as const }
    await succeed(world.service, createCustodian, { key: operator, body })
  })
})
