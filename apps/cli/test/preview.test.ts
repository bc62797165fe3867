import type { PreviewVerification } from '@vadium/margin'
import { MarkToMarketPreview } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { POSITION, previewAnswer } from './sample-answers.ts'
import { keyFor, type Surroundings, vadium } from './terminal.ts'

async function preview(answer: unknown, flags: readonly string[] = [], more: Surroundings = {}) {
  await using service = await loopbackService(json(answer))
  const env = keyFor(service.url)
  const ran = await vadium(['m2m', 'preview', POSITION, ...flags], { env, ...more })
  return { ...ran, arrived: service.arrived }
}

describe('m2m preview', () => {
  it('sends the position, signed, and shows what is due', async () => {
    const { exitCode, stdout, stderr, arrived } = await preview(previewAnswer())
    expect(arrived).toMatchObject([
      {
        method: 'POST',
        target: '/mark-to-market-requests:preview',
        body: `{"position_id":"${POSITION}"}`,
        verified: true,
      },
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatchInlineSnapshot(`
      "Mark-to-market of position 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11

      Position
        asset                   12.5 BTC, worth 801543.12 USD
        collateral              USDC, BILATERAL
        order                   1042 (5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d)

      Price of BTC, in USD
        now                     64123.45
        at the last M2M         63000 (2026-06-28 17:20:01 UTC)
        at the last market cut  none yet

      Ratios, in percent
        loan to value           89.08
        collateral coverage     112.26
        required coverage       120

      Due
        direction               TopUp
        collateral to move      62044.158832 USDC
        notional                62031.75 USD, reaches the minimum of 10000.00 USD
        sender                  Kestrel Market Making
          from wallet           Pledged, Ethereum (copper)
        receiver                Harbor Bank Treasury
          to wallet             Collateral, Ethereum (fireblocks)
        can be submitted        yes
      "
    `)
  })

  it('says why no request can be submitted, or how to find out', async () => {
    const changed = { minimum_notional_top_up_usd: '1000000' }
    const short = await preview(previewAnswer(changed))
    expect(short.stdout).toMatch(/notional +\S+ USD, below the minimum of 1000000\.00 USD/)
    expect(short.stdout).toMatch(/can be submitted +no: --explain says why/)

    const answer = previewAnswer(changed, { explain: true, roleMayCreate: false })
    const long = await preview(answer, ['--explain'])
    expect(long.stdout).toMatch(/can be submitted +no, see below/)
    expect(long.stdout).toContain('(BELOW_MINIMUM_NOTIONAL)')
    expect(long.stdout).toContain('(ROLE_MAY_NOT_CREATE)')
  })

  it('says that coverage has not reached a level of the terms, and verifies it', async () => {
    const answer = previewAnswer({ top_up_percent: '110' }, { explain: true })
    const { exitCode, stdout } = await preview(answer, ['--explain'])
    expect(stdout).toContain(
      'Coverage is above 110 %, at or below which a top-up can be submitted. (ABOVE_MARGIN_CALL_LEVEL)',
    )
    expect(stdout).toMatch(/top_up_percent +110 +percent/)
    expect(stdout).toContain('recomputed offline (formulas 2), are exactly equal')
    expect(exitCode).toBe(0)
  })

  it('shows ratios without a value as such', async () => {
    const { stdout } = await preview(previewAnswer({ collateral_quantity: '0' }))
    expect(stdout).toContain('none: no collateral')
    expect(stdout).toContain('none yet')
  })
})

describe('m2m preview --explain', () => {
  it('shows every input, step, rounding and trigger price, and computes them again', async () => {
    const answer = previewAnswer({}, { explain: true })
    const { exitCode, stdout, arrived } = await preview(answer, ['--explain'])
    expect(arrived[0]?.body).toBe(`{"position_id":"${POSITION}","explain":true}`)
    expect(exitCode).toBe(0)
    expect(stdout.slice(stdout.indexOf('Inputs'))).toMatchInlineSnapshot(`
      "Inputs
        NAME                             VALUE  UNIT     OBSERVED (UTC)       SOURCE
        asset_quantity                    12.5  BTC                           terms of the order
        asset_price                   64123.45  USD      2026-07-01 16:59:58  median of three feeds
        collateral_quantity             900000  USDC                          terms of the order
        collateral_price                0.9998  USD      2026-07-01 16:59:58  fixed
        deliveries_in_transit                0  USDC                          terms of the order
        returns_in_transit                   0  USDC                          terms of the order
        disputed_quantity                    0  USDC                          terms of the order
        requirement_percent                120  percent                       terms of the order
        threshold_usd                        0  USD                           terms of the order
        minimum_notional_top_up_usd      10000  USD                           terms of the order
        minimum_notional_release_usd     10000  USD                           terms of the order
        lot_top_up                    0.000001  USDC                          terms of the order
        lot_release                   0.000001  USDC                          terms of the order
        margin_call_percent                115  percent                       terms of the order
        role_may_create                   true  boolean                       role of the caller

      Parties
        lender                  organization 8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901 (parties to the position)
        borrower                organization 3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5 (parties to the position)

      Steps
        asset_notional = asset_quantity × asset_price
          = 801543.125
          = 801543.12 USD, rounded half even to 0.01
        collateral_value = collateral_quantity × collateral_price
          = 899820 USD
        ltv_percent = 100 × asset_notional ÷ collateral_value
          = 89.0781628547931808583939010024227067635749372096641550532329
          = 89.08 percent, rounded up to 0.01
        ccr_percent = 100 × collateral_value ÷ asset_notional
          = 112.2609591342948640473960774100582548194147382899703618567
          = 112.26 percent, rounded down to 0.01
        requirement_percent = requirement_percent
          = 120 percent
        haircut_factor = 1, as a requirement is agreed
          = 1 fraction
        requirement_less_threshold = asset_notional × requirement_percent ÷ 100 − threshold_usd
          = 961851.75 USD
        required = max(0, requirement_less_threshold)
          = 961851.75 USD
        credited_quantity = collateral_quantity + deliveries_in_transit − returns_in_transit − disputed_quantity
          = 900000 USDC
        credited_price = collateral_price × haircut_factor
          = 0.9998 USD
        credited = credited_quantity × credited_price
          = 899820 USD
        shortfall = required − credited
          = 62031.75 USD
        m2m_notional = |shortfall|
          = 62031.75
          = 62031.75 USD, rounded down to 0.01
        minimum_notional = minimum_notional_top_up_usd
          = 10000 USD
        top_up_amount = max(0, shortfall) ÷ credited_price
          = 62044.158831766353270654130826165233046609321864372874574915
          = 62044.158832 USDC, rounded up to 0.000001
        releasable_quantity = max(0, collateral_quantity − returns_in_transit − disputed_quantity)
          = 900000 USDC
        release_amount = min(max(0, −shortfall) ÷ credited_price, releasable_quantity)
          = 0
          = 0 USDC, rounded down to 0.000001
        m2m_collateral_amount = top_up_amount + release_amount
          = 62044.158832 USDC
        smallest_top_up = minimum_notional_top_up_usd
          = 10000
          = 10000.00 USD, rounded up to 0.01
        smallest_release = minimum_notional_release_usd
          = 10000
          = 10000.00 USD, rounded up to 0.01

      Trigger prices, if everything else stays equal
        NAME                          ASSET PRICE          COLLATERAL PRICE  UNIT
        top_up       ≥ 60654.66666666666666666667  ≤ 1.05761305555555555555  USD
        release      ≤ 59321.33333333333333333333  ≥ 1.07983527777777777778  USD
        margin_call  ≥ 62596.17391304347826086957  ≤ 1.02419399305555555555  USD

      Verified: the figures and the parties, recomputed offline (formulas 1), are exactly equal.
      Not covered: whether the inputs are true, and the members that do not follow from them:
        collateral_type, price_at_last_m2m, price_at_last_market, last_m2m_at, order_id, order_id_pretty, position_id;
        of sender and receiver custodian, organization_name, wallet_id, wallet_name.

      To create the request
        vadium m2m create 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11 calculation-1042
      "
    `)
  })

  it('keeps the inputs within the width of a narrow terminal', async () => {
    const answer = previewAnswer({}, { explain: true })
    const { stdout } = await preview(answer, ['--explain'], { columns: 60 })
    expect(stdout).toContain('  asset_price = 64123.45 USD\n    from median of three feeds, ')
  })

  it('exits with 1 when the calculation does not lead to the preview', async () => {
    const answer = previewAnswer({}, { explain: true })
    const lie = { ...answer, preview: { ...answer.preview, m2m_collateral_amount: '0.5' } }
    const { exitCode, stdout } = await preview(lie, ['--explain'])
    expect(exitCode).toBe(1)
    expect(stdout).toMatch(
      /Not verified: .*\n {2}preview\.m2m_collateral_amount: is 0\.5, should be /,
    )
  })
})

describe('m2m preview --json', () => {
  it('prints the answer of the service byte for byte', async () => {
    // JSON.parse would lose these: order, spacing, zeros, members of a newer service.
    const written = `{ "preview" : {"new":1e2,"ltv_percent":"97.20"} , "more":12345678901234567890.10 }`
    const { exitCode, stdout, stderr } = await preview(JSON.parse(written), ['--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    await using service = await loopbackService(json(written))
    const ran = await vadium(['m2m', 'preview', POSITION, '--json'], { env: keyFor(service.url) })
    expect(ran.stdout).toBe(`${written}\n`)
    expect(stdout).not.toBe('')
  })
})

describe('m2m verify', () => {
  const explained = previewAnswer({}, { explain: true })

  it('computes again what --explain --json printed', async () => {
    const { stdout } = await preview(explained, ['--explain', '--json'])
    const verified = await vadium(['m2m', 'verify'], { stdin: stdout })
    expect({ exitCode: verified.exitCode, stderr: verified.stderr }).toEqual({
      exitCode: 0,
      stderr: '',
    })
    expect(verified.stdout).toMatch(/^Verified: the figures and the parties, .*\nNot covered: /)
  })

  const verify = async (answer: unknown) => {
    const ran = await vadium(['m2m', 'verify', '--json'], { stdin: JSON.stringify(answer) })
    return JSON.parse(ran.stdout) as PreviewVerification & { not_covered: string[] }
  }

  it('says of every member of a preview whether it is covered', async () => {
    const { not_covered: uncovered } = await verify(explained)
    const { properties: members } = MarkToMarketPreview
    const paths = Object.keys(members).flatMap((member) =>
      member === 'sender' || member === 'receiver'
        ? Object.keys(members[member].properties).map((name) => `preview.${member}.${name}`)
        : [`preview.${member}`],
    )
    const passed: string[] = []
    for (const path of paths) {
      const changed = structuredClone(explained)
      const [name = '', ...above] = path.split('.').reverse()
      const holder = above.reduceRight<Record<string, unknown>>(
        (holder, member) => holder[member] as Record<string, unknown>,
        changed,
      )
      expect(holder).toHaveProperty(name)
      holder[name] = 'something else'
      if ((await verify(changed)).ok) passed.push(path)
    }
    expect(passed.sort()).toEqual([...uncovered].sort())
  })

  it('finds swapped sender and receiver', async () => {
    const { preview } = explained
    const swapped = { ...preview, sender: preview.receiver, receiver: preview.sender }
    const { differences } = await verify({ ...explained, preview: swapped })
    expect(differences.map(({ member }) => member)).toEqual([
      'preview.sender.organization_id',
      'preview.receiver.organization_id',
    ])
  })

  it('reports each difference, to people and to programs', async () => {
    const stdin = JSON.stringify({
      ...explained,
      preview: { ...explained.preview, ltv_percent: '1.00', can_submit_m2m: 'maybe' },
    })
    const people = await vadium(['m2m', 'verify', '-'], { stdin })
    expect(people.exitCode).toBe(1)
    expect(people.stdout).toMatch(/ltv_percent: is 1\.00, should be \d/)
    const programs = await vadium(['m2m', 'verify', '--json'], { stdin })
    expect(programs.exitCode).toBe(1)
    expect(JSON.parse(programs.stdout)).toMatchObject({
      ok: false,
      differences: [
        { member: 'preview.ltv_percent', actual: '1.00' },
        { member: 'preview.can_submit_m2m', actual: 'maybe' },
      ],
    })
  })

  it('does not confirm formulas of an unknown version', async () => {
    const calculation = { ...explained.calculation, formula_version: '2\u001b[2J' }
    const stdin = JSON.stringify({ ...explained, calculation })
    const { exitCode, stdout } = await vadium(['m2m', 'verify'], { stdin })
    expect(exitCode).toBe(1)
    expect(stdout).toBe(
      'Not verified: this version has the formulas 1 and 2, the calculation has 2\ufffd[2J.\n',
    )
  })

  it.each([
    ['', 'nothing'],
    ['{"preview":{}}', 'no calculation'],
    ['{"preview":[],"calculation":{}}', 'not an object'],
    ['null', 'null'],
  ])('refuses %j: %s', async (stdin) => {
    const { exitCode, stderr } = await vadium(['m2m', 'verify'], { stdin })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('standard input: must be the output of `vadium m2m preview')
  })

  it('names the file that cannot be read', async () => {
    const { exitCode, stderr } = await vadium(['m2m', 'verify', '/nonexistent/call.json'])
    expect({ exitCode, stderr }).toEqual({
      exitCode: 2,
      stderr:
        'vadium: A file could not be read.\n  /nonexistent/call.json: cannot be read (ENOENT)\n',
    })
  })
})
