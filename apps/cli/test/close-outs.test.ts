import { closeOut } from '@vadium/margin'
import { describe, expect, it } from 'vitest'
import { closeOutInputs } from '../../../packages/margin/test/close-out-sample.ts'
import { json, loopbackService } from './loopback-service.ts'
import { POSITION } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

const statement = closeOut(closeOutInputs())

async function preview(answer: unknown, flags: readonly string[] = []) {
  await using service = await loopbackService(json(answer))
  const argv = ['close-outs', 'preview', POSITION, 'borrower', ...flags]
  const ran = await vadium(argv, { env: keyFor(service.url) })
  return { ...ran, arrived: service.arrived }
}

describe('close-outs preview', () => {
  it('shows what is claimed, kept and sent back, and computes it again', async () => {
    const { exitCode, stdout, arrived } = await preview({ statement, facts: [] })
    expect(arrived).toMatchObject([
      {
        target: '/close-outs:preview',
        body: `{"position_id":"${POSITION}","in_default":"borrower"}`,
      },
    ])
    expect(exitCode).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "If the borrower were in default and the deal closed out now

      Held
        asset                   1000000 USDC at 1 USD
        interest owed           12638.888889 USDC
        collateral              25 BTC at 45000 USD
        prices of               2026-03-12 15:00:00 UTC
        discount                0.03

      Close-out
        scope                   full
        claim                   1012638.888889 USD
        kept                    23.19905817 BTC
        goes back               1.80094183 BTC
        kept beyond the claim   0.0002315 USD
        discharged              1000000 USDC
        residual claim          0.00 USD

      Verified: every figure, recomputed offline (formulas 1), is exactly equal.
      Not covered: whether the inputs are true. Each has its source.
      "
    `)
  })

  it('shows what a close-out in part leaves of the deal', async () => {
    const inPart = closeOut(closeOutInputs({ requirement: { percent: '150' } }))
    const { exitCode, stdout } = await preview({ statement: inPart, facts: [] })
    expect(exitCode).toBe(0)
    expect(stdout.slice(stdout.indexOf('Close-out'), stdout.indexOf('Verified'))).toBe(
      `Close-out
  scope                   in part: what restores the requirement
  claim                   799450.55041 USD
  kept                    18.31501834 BTC
  stays pledged           6.68498166 BTC
  kept beyond the claim   0.000131 USD
  discharged              799450.55041 USDC
  stays lent              200549.44959 USDC
  residual claim          0.00 USD

`,
    )
  })

  it('shows every input, interest period, step and rounding with --explain', async () => {
    const { stdout, arrived } = await preview({ statement, facts: [] }, ['--explain'])
    expect(arrived[0]?.body).not.toContain('explain')
    expect(stdout.slice(stdout.indexOf('Inputs'))).toMatchInlineSnapshot(`
      "Inputs
        NAME                                    VALUE  UNIT          OBSERVED (UTC)       SOURCE
        asset_quantity                        1000000  USDC          2026-01-01 09:00:00  position p
        asset_price                                 1  USD           2026-03-12 14:59:58  desk
        asset_unit                           0.000001  USDC                               smallest unit
        interest_paid                               0  USDC                               transfers of order 7
        collateral_quantity                        25  BTC           2026-01-01 09:00:00  position p
        collateral_price                        45000  USD           2026-03-12 14:59:58  desk
        collateral_unit                    0.00000001  BTC                                smallest unit
        close_out_discount                       0.03  fraction                           terms of order 7
        in_default                           borrower  side                               request
        to_requirement                          false  boolean                            terms, cause and state of the order
        day_count                             ACT/360  day_count                          terms of the order
        price_source                          current  price_source                       prices of the close-out
        price_time           2026-03-12T15:00:00.000Z  time                               prices of the close-out
        provisional                              true  boolean                            booking of the close-out

      Parties
        lender                  organization 8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901 (parties to the position)
        borrower                organization 3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5 (parties to the position)

      Interest
        FROM        TO          QUANTITY      PERCENT A YEAR  SOURCE
        2026-01-01  2026-03-12  1000000 USDC  6.5             terms of order 7

      Steps
        interest_accrued = Σ quantity × rate_percent × days ÷ 36000, as ACT/360
          = 12638.8888888888888888888888888888888888888888888888888888889
          = 12638.888889 USDC, rounded up to 0.000001
        interest_accrued_less_paid = interest_accrued − interest_paid
          = 12638.888889 USDC
        interest_owed = max(0, interest_accrued_less_paid)
          = 12638.888889 USDC
        claim = (asset_quantity + interest_owed) × asset_price
          = 1012638.888889 USD
        net_price = collateral_price × (1 − close_out_discount)
          = 43650 USD
        kept_quantity = min(collateral_quantity, claim ÷ net_price)
          = 23.1990581646964490263459335624284077892325315005727376861397
          = 23.19905817 BTC, rounded up to 0.00000001
        back_quantity = collateral_quantity − kept_quantity
          = 1.80094183 BTC
        discharged_quantity = asset_quantity
          = 1000000 USDC
        overshoot = max(0, kept_quantity × net_price − claim)
          = 0.0002315 USD
        residual_claim = max(0, claim − kept_quantity × net_price)
          = 0
          = 0.00 USD, rounded down to 0.01

      Verified: every figure, recomputed offline (formulas 1), is exactly equal.
      Not covered: whether the inputs are true. Each has its source.
      "
    `)
  })

  it('says which causes are there, and with --explain why', async () => {
    const condition = {
      ...{ name: 'claim', resource: null, resource_id: null, met: true },
      text: 'The claim is 1 USDC; it must be above 0 USDC.',
    }
    const facts = [
      {
        ...{ cause: 'UNMET_CALL', holds: true, since_time: '2026-03-12T13:00:00.000Z' },
        ...{ earliest_terminate_time: '2026-03-13T15:00:00.000Z', conditions: [condition] },
      },
      {
        ...{ cause: 'MISSED_INTEREST', holds: false, since_time: null },
        ...{ earliest_terminate_time: null, conditions: [{ ...condition, met: false }] },
      },
    ]
    const { stdout } = await preview({ statement, facts })
    expect(stdout.slice(stdout.indexOf('Causes'), stdout.indexOf('Held'))).toMatchInlineSnapshot(`
      "Causes of the terms
        UNMET_CALL              is so since 2026-03-12 13:00:00 UTC
                                could be terminated from 2026-03-13 15:00:00 UTC
        MISSED_INTEREST         is not so

      "
    `)
    const explained = await preview({ statement, facts }, ['--explain'])
    expect(explained.stdout.split(condition.text)).toHaveLength(3)
  })

  it('exits with 1 when another claim is made than is computed', async () => {
    const { exitCode, stdout } = await preview({
      statement: { ...statement, claim_usd: '1' },
      facts: [],
    })
    expect(exitCode).toBe(1)
    expect(stdout).toContain('statement.claim_usd: is 1, should be 1012638.888889')
  })
})

const at = (time: string) => `2026-03-12T${time}:00.000Z`
const id = '7f7c2c3f-c170-4c1b-8053-cb2dffa1e0df'
const notice = {
  ...{ id, status: 'NOTICE', cause: 'UNMET_CALL', position_id: POSITION, order_id: POSITION },
  ...{ order_id_pretty: 1024, lender_id: statement.lender_id, borrower_id: statement.borrower_id },
  ...{ declarer_id: statement.lender_id, note: 'No answer.', statement: null, waits_for: null },
  fact: {
    ...{ resource: 'mark_to_market_request', resource_id: id, occasion: null, due_day: null },
    ...{ since_time: at('13:00'), holds: true },
  },
  ...{ earliest_terminate_time: at('16:00'), terminate_time: null, excess_late: false },
  ...{ transfer_ids: [], create_time: at('14:00'), update_time: at('14:00') },
  actions: [
    { action: 'withdraw', available: true, reason: null },
    { action: 'terminate', available: false, reason: `not before ${at('16:00')}` },
  ],
}
const terminated = { ...notice, status: 'SETTLED', statement, terminate_time: at('15:00') }

describe('close-outs list', () => {
  it('fits on 80 columns, with who is in default and what is left', async () => {
    await using service = await loopbackService(json({ close_outs: [notice, terminated] }))
    const env = { ...keyFor(service.url), NO_COLOR: '1' }
    const ran = await vadium(['close-outs', 'list'], { env, columns: 80 })
    expect(ran.stdout).toMatchInlineSnapshot(`
      "ORDER  STATUS   CAUSE       IN DEFAULT    LEFT USD  TERMINABLE (UTC)
       1024  NOTICE   UNMET_CALL  the borrower            2026-03-12 16:00
       1024  SETTLED  UNMET_CALL  the borrower      0.00  2026-03-12 16:00
      "
    `)
  })
})

describe('close-outs get', () => {
  const get = async (answer: unknown) => {
    await using service = await loopbackService(json(answer))
    return await vadium(['close-outs', 'get', id], { env: keyFor(service.url) })
  }

  it('says what a notice is about, from when it can be terminated, and what is possible', async () => {
    expect((await get(notice)).stdout).toMatchInlineSnapshot(`
      "Order 1024: UNMET_CALL of the borrower

      Notice
        status                  NOTICE
        so since                2026-03-12 13:00:00 UTC, and is so now
        mark to market request  7f7c2c3f-c170-4c1b-8053-cb2dffa1e0df
        note                    No answer.
        declared                2026-03-12 14:00:00 UTC
        can be terminated       from 2026-03-12 16:00:00 UTC
        id                      7f7c2c3f-c170-4c1b-8053-cb2dffa1e0df
        position                0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
        lender                  8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901
        borrower                3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5

      Actions
        ACTION     POSSIBLE
        withdraw   yes
        terminate  no: not before 2026-03-12 16:00:00 UTC
      "
    `)
  })

  it('computes a statement again, and exits with 1 when it differs', async () => {
    const { exitCode, stdout } = await get(terminated)
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Verified: every figure')])
    const forged = { ...terminated, statement: { ...statement, claim_usd: '1' } }
    expect((await get(forged)).exitCode).toBe(1)
  })

  it('exits with 0 when a termination took effect, whatever its statement', async () => {
    const forged = { ...terminated, statement: { ...statement, claim_usd: '1' } }
    await using service = await loopbackService(json(forged))
    const argv = ['close-outs', 'terminate', id, '--yes']
    const { exitCode, stdout } = await vadium(argv, { env: keyFor(service.url) })
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining('Not verified')])
  })
})

describe('close-outs verify', () => {
  const verify = (answer: unknown, flags: readonly string[] = []) =>
    vadium(['close-outs', 'verify', ...flags], { stdin: JSON.stringify(answer) })

  it('computes again what get --json printed, and says where a statement is from', async () => {
    expect((await verify(terminated)).exitCode).toBe(0)
    expect((await verify(notice)).stderr).toContain('close-outs get <close_out> --json')
  })

  it('computes again what --json printed, without a service', async () => {
    const { stdout } = await preview({ statement, facts: [] }, ['--json'])
    const verified = await vadium(['close-outs', 'verify'], { stdin: stdout })
    expect({ exitCode: verified.exitCode, stderr: verified.stderr }).toEqual({
      exitCode: 0,
      stderr: '',
    })
    expect(verified.stdout).toMatch(/^Verified: every figure, recomputed offline/)
  })

  it('reports each difference to programs', async () => {
    const { exitCode, stdout } = await verify({ statement: { ...statement, scope: 'all' } }, [
      '--json',
    ])
    expect(exitCode).toBe(1)
    expect(JSON.parse(stdout)).toEqual({
      ok: false,
      differences: [{ member: 'statement.scope', expected: 'full', actual: 'all' }],
      not_covered: [],
    })
  })

  it('does not confirm formulas of an unknown version', async () => {
    const calculation = { ...statement.calculation, formula_version: '2' }
    const { exitCode, stdout } = await verify({ statement: { ...statement, calculation } })
    expect({ exitCode, stdout }).toEqual({
      exitCode: 1,
      stdout: 'Not verified: this version has the formulas 1, the calculation has 2.\n',
    })
  })

  it.each([{}, { statement: {} }, { preview: {}, calculation: {} }])(
    'refuses %j',
    async (answer) => {
      const { exitCode, stderr } = await verify(answer)
      expect(exitCode).toBe(2)
      expect(stderr).toContain('must be the output of `vadium close-outs preview')
    },
  )
})
