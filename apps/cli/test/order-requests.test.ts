import { describe, expect, it } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { POSITION } from './sample-answers.ts'
import { keyFor, type Surroundings, vadium } from './terminal.ts'

const LENDER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
const BORROWER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'

const unasked = {
  ...{ quantity: null, whole: null, collateral_returned: null, rate_percent: null },
  ...{ effective_time: null, terms_version: null, maturity_time: null, note: null },
  ...{ new_collateral_asset: null, new_collateral_quantity: null },
  ...{ decision: null, keep_reason: null, answer_day: null },
}

/** A request of the borrower. */
const requestOf = (kind: string, changes: object) => ({
  ...unasked,
  ...{ id: POSITION, kind, status: 'PENDING', position_id: POSITION, order_id: POSITION },
  ...{ order_id_pretty: 1042, creator_id: BORROWER, lender_id: LENDER, borrower_id: BORROWER },
  ...{ asset: 'USDC', collateral_asset: 'BTC', transfer_ids: [] },
  ...{ expire_time: '2026-07-02T12:18:00.000Z', create_time: '2026-07-01T12:18:00.000Z' },
  ...{ update_time: '2026-07-01T12:18:00.000Z', actions: [] },
  ...changes,
})

const given = { new_collateral_asset: 'ETH', new_collateral_quantity: '533.333333333333333334' }

async function run(answers: object[], argv: readonly string[], more: Surroundings = {}) {
  await using service = await loopbackService(...answers.map((answer) => json(answer)))
  const ran = await vadium(['order-requests', ...argv], {
    ...more,
    env: { ...keyFor(service.url), ...more.env },
  })
  return { ...ran, arrived: service.arrived }
}

describe('order-requests list', () => {
  const page = {
    order_requests: [
      requestOf('substitution', { ...given, status: 'IN_PROGRESS' }),
      requestOf('return', { quantity: '250000', whole: false }),
      requestOf('recall', { creator_id: LENDER, whole: true, quantity: null }),
      requestOf('rerate', { rate_percent: '4.25' }),
      requestOf('amend', { terms_version: 3 }),
      requestOf('extend', { maturity_time: '2027-01-15T10:00:00.000Z' }),
    ],
  }

  it('says what each asks for, with the asset of every quantity', async () => {
    const { stdout, arrived } = await run([page], ['list', '--kind', 'substitution'])
    expect(arrived[0]?.target).toBe('/order-requests?kind=substitution')
    expect(stdout).toMatchInlineSnapshot(`
      "ID         ORDER  KIND          ASKS FOR                                STATUS       ASKED BY      EXPIRES (UTC)
      0b7c…9a11   1042  substitution  533.333333333333333334 ETH for the BTC  IN_PROGRESS  the borrower  2026-07-02 12:18
      0b7c…9a11   1042  return        250000 USDC                             PENDING      the borrower  2026-07-02 12:18
      0b7c…9a11   1042  recall        all of the USDC                         PENDING      the lender    2026-07-02 12:18
      0b7c…9a11   1042  rerate        4.25 % a year                           PENDING      the borrower  2026-07-02 12:18
      0b7c…9a11   1042  amend         terms 3                                 PENDING      the borrower  2026-07-02 12:18
      0b7c…9a11   1042  extend        until 2027-01-15 10:00 UTC              PENDING      the borrower  2026-07-02 12:18
      "
    `)
  })

  it('names who asked on a terminal, and says what was decided', async () => {
    const decided = { ...given, status: 'COMPLETED', decision: 'switch' }
    const agreement = {
      ...{ lender_id: LENDER, lender_name: 'Harbor Bank Treasury' },
      ...{ borrower_id: BORROWER, borrower_name: 'Quay Street Desk' },
    }
    const answers = [
      { order_requests: [requestOf('substitution', decided)] },
      { agreements: [agreement] },
    ]
    const { stdout } = await run(answers, ['list'], { columns: 140, env: { NO_COLOR: '1' } })
    expect(stdout).toMatchInlineSnapshot(`
      "ID         ORDER  KIND          ASKS FOR                                STATUS     DECIDED  ASKED BY          EXPIRES (UTC)
      0b7c…9a11   1042  substitution  533.333333333333333334 ETH for the BTC  COMPLETED  switch   Quay Street Desk  2026-07-02 12:18
      "
    `)
  })
})

describe('order-requests get', () => {
  it('says what is exchanged for what, above all members of the request', async () => {
    const request = requestOf('substitution', {
      ...given,
      ...{ status: 'CANCELLED', decision: 'keep', keep_reason: 'requirement_not_met' },
      actions: [{ action: 'retry', available: false, reason: 'the request is CANCELLED' }],
    })
    const { stdout } = await run([request], ['get', POSITION])
    expect(stdout.split('\n', 1)).toEqual([
      'Order 1042, substitution by the borrower: 533.333333333333333334 ETH for the BTC',
    ])
    for (const [name, value] of [
      ['new collateral asset', 'ETH'],
      ['new collateral quantity', '533.333333333333333334'],
      ['keep reason', 'requirement_not_met'],
    ]) {
      expect(stdout).toMatch(new RegExp(`^ *${name} +${value}$`, 'm'))
    }
  })
})
