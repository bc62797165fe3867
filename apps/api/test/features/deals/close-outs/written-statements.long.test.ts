import type { CloseOut } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  changesOf,
  expectNamed,
} from '../../../../../../packages/margin/test/changed-statements.ts'
import { changedAt, leavesOf } from '../../../../../../packages/margin/test/reply.ts'
import type { Deal, Key, Terms } from '../../../harness/book.ts'
import { recomputeInPython, recomputeInSql } from '../../../harness/close-out-programs.ts'
import { dayMs } from '../../../harness/world/default-cases.ts'
import { now, World } from '../../../harness/world/world.ts'

type Statement = NonNullable<CloseOut['statement']>

const world = new World()
const { closeOuts, margin, orders, lenderKey, borrowerKey } = world
world.book.price('USDC', '1', now)

const confirmed = (terms: Partial<Terms> = {}) =>
  closeOuts.deal({ liquidation_confirm_seconds: 0, ...terms })
const inPart = { close_out_scope: 'to_requirement' } as const
/** Next to nothing has to be secured, so a Release is due, and the lender can be in default. */
const overSecured = (quantity: string): Deal =>
  world.book.deal(world.lender, world.borrower, {
    ...{ asset: 'USDC', asset_quantity: '1000000', rate_percent: '6.5' },
    ...{ collateral_asset: 'BTC', collateral_quantity: quantity },
    terms: {
      ...{ requirement_percent: '0.5', margin_call_percent: '0.4', liquidation_percent: '0.3' },
      ...{ minimum_notional_release_usd: '0', cure_time_seconds: 3600, grace_seconds: 3600 },
      ...{ close_out_discount: '0.03', default_causes: ['UNMET_CALL', 'MISSED_RETURN'] },
    },
  })
const [paying, called, parted] = [
  confirmed({ interest_schedule: 'monthly' }),
  confirmed(),
  confirmed(inPart),
]
const underHaircut = confirmed({ ...inPart, requirement_percent: null, haircut: '0.3' })
const [covered, overlent, returned] = ['25', '0.1', '25'].map(overSecured) as [Deal, Deal, Deal]

/** What the service has written, by what it is about. */
const written: [string, Statement][] = []

const keep = (about: string, { statement }: CloseOut) => {
  if (statement === null) throw new Error(`there is no statement: ${about}`)
  written.push([about, statement])
}

async function terminated(deal: Deal, cause: CloseOut['cause'], key: Key): Promise<CloseOut> {
  const { id } = await closeOuts.declare(deal, { cause }, key)
  if (cause !== 'LIQUIDATION_LEVEL') world.pass(3_600_000)
  return closeOuts.do('terminate', id, key)
}

/** Interest of one month that was paid, of one that was not, and a loan that is back. */
async function beforeTheFall(): Promise<void> {
  world.pass(31 * dayMs)
  await world.expire()
  await orders.end(paying.orderId, 'interest', 'completed')
  world.pass(37 * dayMs)
  await world.expire()
  await orders.end(paying.orderId, 'interest', 'failed')
  await orders.do('close', returned.orderId, borrowerKey)
  await orders.end(returned.orderId, 'asset', 'completed')
  await orders.end(returned.orderId, 'interest', 'completed')
  await orders.end(returned.orderId, 'collateral', 'failed')
  for (const deal of [covered, overlent]) await margin.create(deal, borrowerKey)
  world.pass(dayMs)
  await world.expire()
}

async function closeOutLender(): Promise<void> {
  keep('the lender, with a claim', await terminated(covered, 'UNMET_CALL', borrowerKey))
  keep('the lender, with interest back', await terminated(overlent, 'UNMET_CALL', borrowerKey))
  keep(
    'the lender, of a loan that is back',
    await terminated(returned, 'MISSED_RETURN', borrowerKey),
  )
}

async function closeOutBorrower(): Promise<void> {
  await closeOuts.fall('45000')
  const level = (deal: Deal) => terminated(deal, 'LIQUIDATION_LEVEL', lenderKey)
  keep('the borrower, with interest that is paid in part', await level(paying))
  const { transferId } = await margin.underWay(called)
  await world.report(transferId, 'confirming')
  const provisional = await level(called)
  keep('the borrower, provisional', provisional)
  await world.report(transferId, 'completed')
  keep('the borrower, booked', await closeOuts.get(provisional.id))
  keep('a part', await level(parted))
  keep('a part under a haircut', await level(underHaircut))
  world.pass(dayMs)
  await closeOuts.fall('30000')
  keep('the rest after a part', await level(parted))
}

beforeAll(async () => {
  await world.start()
  await beforeTheFall()
  await closeOutLender()
  await closeOutBorrower()
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

describe('statements that the service has written', () => {
  it('are of every kind, and with interest in several periods and payments', () => {
    const kinds = written.map(([, { scope, in_default, provisional }]) =>
      [scope, in_default, ...(provisional ? ['provisional'] : [])].join(' '),
    )
    expect([...new Set(kinds)].sort()).toEqual([
      ...['full borrower', 'full borrower provisional', 'full lender', 'to_requirement borrower'],
    ])
    const inputOf = ({ calculation }: Statement, name: string) =>
      calculation.inputs.find((input) => input.name === name)?.value
    const paid = written.map(([, statement]) => inputOf(statement, 'interest_paid'))
    expect(new Set(paid).size).toBeGreaterThan(2)
    const periods = written.map(([, { calculation }]) => calculation.interest_periods.length)
    expect(new Set(periods)).toEqual(new Set([1, 2]))
  })

  it('are recomputed by both programs of the documents', async () => {
    const claimed = JSON.stringify(written.map(([, statement]) => statement))
    expect(await recomputeInSql(world.service.database.url, claimed)).toBeNull()
    expect(recomputeInPython(claimed)).toMatchObject({ stdout: 'recomputed: equal\n', status: 0 })
  })

  it('are refused by both programs, each with the member that was changed', async () => {
    const changed = written.flatMap(([, statement]) =>
      leavesOf(statement)
        .filter(([member]) => member !== 'calculation')
        .map((path) => changedAt(statement, path, changedLeaf)),
    )
    const claimed = JSON.stringify(changed)
    const placesOf = (text: string | null) =>
      [...(text ?? '').matchAll(/^(statement[^:]*): /gm)].map(([, place]) => place).sort()
    const inSql = placesOf(await recomputeInSql(world.service.database.url, claimed))
    expect(inSql).toHaveLength(changed.length)
    expect(placesOf(recomputeInPython(claimed).stdout)).toEqual(inSql)
  })

  it('are refused by verifyCloseOut, each with the member that was changed, left out or added', () => {
    for (const [, statement] of written) expectNamed(changesOf(statement, 'no digits'))
  })
})

const changedLeaf = (leaf: unknown) => (typeof leaf === 'boolean' ? !leaf : '987654321.5')
