import { approvableOperationNames, resolveChatAction } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { checkBook } from '../../../src/features/check/check-book.ts'
import { withOwnerClient } from '../../../src/platform/db/pool.ts'
import { ApprovalMatrix, matrixRows, type MatrixRow } from '../../harness/approval-matrix.ts'
import { rule } from '../../harness/approval-world.ts'
import { changedTables } from '../../harness/book-digests.ts'
import { type LivingBooks, openLivingBooks } from '../../harness/living-books.ts'
import { seedFrom } from '../../harness/long-run.ts'
import { Random } from '../../harness/random.ts'

/** How many must approve is drawn. */
const seed = seedFrom('MATRIX_SEED', 20260302)
const random = new Random(seed)

const rows = matrixRows()

let books: LivingBooks
let matrix: ApprovalMatrix
beforeAll(async () => {
  books = await openLivingBooks()
  matrix = new ApprovalMatrix(books.books[0])
}, 120_000)
afterAll(() => books.close())

it('has every operation that a policy can name', () => {
  expect(new Set(rows.map(({ rule }) => rule))).toEqual(new Set(approvableOperationNames))
  expect(rows.some(({ operation }) => operation === resolveChatAction)).toBe(true)
})

const cases = rows.map((row) => ({
  row,
  title: `${row.name} by ${row.role}`,
  needed: 1 + random.below(2),
}))

describe.each(cases)(`$title, with $needed approvals (MATRIX_SEED=${seed})`, ({ row, needed }) => {
  it('has its effect after the needed approvals by permitted others, and not before', async () => {
    await expectEffectOnlyIfApproved(row, needed)
  })

  it.runIf(row.hasAmount)('needs approval above its amount, and not at it', async () => {
    await expectLimits(row, needed)
  })
})

it('the book is right in the end', async () => {
  const checked = await withOwnerClient(books.service.database.url, checkBook)
  expect(checked.flatMap(({ shown }) => shown)).toEqual([])
})

async function expectEffectOnlyIfApproved(row: MatrixRow, needed: number): Promise<void> {
  const request = await matrix.prepare(row)
  const { party } = request.caller
  const rules = [rule(row.rule, { approvals: needed, within_seconds: 86_400 })]
  await matrix.policy(party, rules)
  const before = await matrix.digests()
  const approval = await matrix.requested(request)
  const expectNothing = async (why: string) => {
    expect((await matrix.carriedOut(approval, request.key)).state, why).toBe('PENDING')
    expect(changedTables(before, await matrix.digests()), why).toEqual([])
  }
  await expectNothing('nobody has decided')
  await matrix.policy(party, [])
  const deciders = await matrix.deciders(request, approval, row)
  await matrix.policy(party, rules)
  const start = await matrix.digests()
  for (const [who, key] of Object.entries(deciders.others)) {
    expect([403, 404], who).toContain(await matrix.approve(approval, key))
  }
  for (const key of deciders.permitted.slice(0, needed)) {
    expect((await matrix.carriedOut(approval, request.key)).state).toBe('PENDING')
    expect(changedTables(start, await matrix.digests())).toEqual([])
    expect(await matrix.approve(approval, key)).toBe(200)
  }
  expect(await matrix.carriedOut(approval, request.key)).toMatchObject({
    state: 'CARRIED_OUT',
    failure: null,
  })
  const after = await matrix.digests()
  expect(changedTables(start, after)).not.toEqual([])
  await matrix.carriedOut(approval, request.key)
  expect(changedTables(after, await matrix.digests())).toEqual([])
}

/** Amounts in the examples are whole cents. */
async function expectLimits(row: MatrixRow, approvals: number): Promise<void> {
  const request = await matrix.prepare(row)
  const { party } = request.caller
  const limited = (above_usd: string | null) =>
    matrix.policy(party, [rule(row.rule, { approvals, above_usd })])
  const asked = async () => {
    const before = await matrix.digests()
    const approval = await matrix.requested(request)
    await matrix.withdraw(approval, request.key)
    expect(changedTables(before, await matrix.digests())).toEqual([])
    return approval
  }
  await limited(null)
  const { amount_usd } = await asked()
  if (amount_usd === null) throw new Error(`the amount of ${row.name} is unknown`)
  const cents = BigInt(amount_usd.replace('.', ''))
  const usd = (of: bigint) => `${of / 100n}.${String(of % 100n).padStart(2, '0')}`
  await limited(usd(cents - 1n))
  expect((await asked()).amount_usd).toBe(amount_usd)
  // The amounts of requests that were created need no price.
  if (!/MarkToMarket|acceptCallSet/.test(row.rule)) {
    await limited(usd(cents * 1000n))
    await withoutPrices(async () => {
      const before = await matrix.digests()
      const reply = await matrix.send(request)
      expect(reply.status, reply.text).not.toBe(200)
      expect(changedTables(before, await matrix.digests())).toEqual([])
    })
  }
  await limited(usd(random.chance(0.5) ? cents : cents + 1n))
  const before = await matrix.digests()
  const reply = await matrix.send(request)
  expect(reply.status, reply.text).toBe(200)
  expect(changedTables(before, await matrix.digests())).not.toEqual([])
  await matrix.policy(party, [])
}

async function withoutPrices(work: () => Promise<void>): Promise<void> {
  const { database } = books.service
  await database.query(`UPDATE latest_prices SET observed_at = observed_at - interval '10 years'`)
  try {
    await work()
  } finally {
    await database.query(`UPDATE latest_prices SET observed_at = observed_at + interval '10 years'`)
  }
}
