import { describe, expect, it } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { POSITION, previewAnswer } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

const { preview, calculation } = previewAnswer({}, { explain: true })
const set = {
  agreement_id: POSITION,
  direction: 'TopUp',
  rows: [{ preview, calculation, minimum_applies_to: 'agreement', terms_version: 1 }],
  total_notional_usd: preview.m2m_notional_usd,
  minimum_notional_usd: preview.minimum_notional_usd,
  can_submit: true,
  left_out: [{ position_id: POSITION, order_id_pretty: 1043, reason: 'OTHER_DIRECTION' }],
  calculation_id: 'eyJ2IjoxfQ',
}

async function run(answer: unknown, argv: readonly string[]) {
  await using service = await loopbackService(json(answer))
  const ran = await vadium(['call-sets', ...argv], { env: keyFor(service.url) })
  return { ...ran, arrived: service.arrived }
}

describe('call-sets preview', () => {
  it('shows what is called and what is left out, and computes the sum again', async () => {
    const { exitCode, stdout, arrived } = await run(set, [
      ...['preview', POSITION, '--direction', 'TopUp', '--explain'],
    ])
    expect(arrived).toMatchObject([{ target: `/agreements/${POSITION}:previewCallSet` }])
    expect(exitCode).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "Top-ups across the deals of an agreement

      Called
        ORDER  COLLATERAL         USD       ALONE
        1042   62044.158832 USDC  62031.75  yes

      Left out
        ORDER  BECAUSE
        1043   collateral is due in the other direction

      Together
        total                   62031.75 USD
        minimum                 10000.00 USD
        can be submitted        yes

      Verified: every row, the total and the minimum, recomputed offline, are exactly equal.
      Not covered: whether the inputs are true, what is left out, and the versions of the terms.
      "
    `)
  })

  it('ends with exit code 1 where the total is another', async () => {
    const { exitCode, stdout } = await run({ ...set, total_notional_usd: '1.00' }, [
      ...['preview', POSITION, '--direction', 'TopUp', '--explain'],
    ])
    expect(exitCode).toBe(1)
    expect(stdout).toContain('call_set.total_notional_usd: is 1.00, should be')
  })
})

describe('call-sets verify', () => {
  it('computes the output of a preview again, and refuses another one', async () => {
    const verified = await vadium(['call-sets', 'verify', '--json'], { stdin: JSON.stringify(set) })
    expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true, differences: [] })
    const changed = { ...set, can_submit: false }
    const { exitCode } = await vadium(['call-sets', 'verify'], { stdin: JSON.stringify(changed) })
    expect(exitCode).toBe(1)
    const other = await vadium(['call-sets', 'verify'], { stdin: '{"preview":{}}' })
    expect(other.stderr).toContain('is not a call set')
  })
})

describe('call-sets get', () => {
  it('shows its requests by status, and whether it can be accepted', async () => {
    const { stdout } = await run(
      {
        id: POSITION,
        ...{ agreement_id: POSITION, lender_id: POSITION, borrower_id: POSITION },
        ...{ creator_id: POSITION, direction: 'TopUp', request_ids: [POSITION] },
        ...{ total_notional_usd: '12000.24', minimum_notional_usd: '10000.00' },
        statuses: [{ status: 'PENDING_ACCEPTANCE', requests: 1, notional_usd: '12000.24' }],
        ...{ expire_time: '2026-07-01T16:18:00.000Z', create_time: '2026-07-01T12:18:00.000Z' },
        actions: [{ action: 'accept', available: true, reason: null }],
      },
      ['get', POSITION],
    )
    expect(stdout).toMatchInlineSnapshot(`
      "Call set 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11

      Calls
        direction               TopUp
        total                   12000.24 USD
        minimum                 10000.00 USD
        expires                 2026-07-01 16:18:00 UTC
        accept                  possible

      By status
        STATUS              REQUESTS  USD
        PENDING_ACCEPTANCE  1         12000.24

      Requests
        0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
      "
    `)
  })
})

describe('call-sets list', () => {
  it('names what there is none of in words', async () => {
    const { stderr } = await run({ call_sets: [] }, ['list'])
    expect(stderr).toBe('No call sets.\n')
  })
})
