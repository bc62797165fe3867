import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { hangUp, json, loopbackService, refusal, silence } from './loopback-service.ts'
import { keyFor, type Surroundings, vadium } from './terminal.ts'

const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const LENDER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'
const BORROWER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'

const accept = [
  'orders',
  'accept',
  ORDER,
  '--asset-wallet-id',
  'w1',
  '--collateral-wallet-id',
  'w2',
]
const order = {
  id: ORDER,
  number: 1042,
  status: 'HALF_OPEN',
  creator_id: BORROWER,
  lender_id: LENDER,
  lender_name: 'Harbor Bank Treasury',
  borrower_id: BORROWER,
  borrower_name: 'Kestrel Market Making',
  asset: 'BTC',
  asset_quantity: '12.5',
  rate_percent: '4.5',
  collateral_asset: 'USDC',
  collateral_quantity: '900000',
  collateral_type: 'BILATERAL',
  lender_asset_wallet_id: 'w1',
  lender_collateral_wallet_id: 'w2',
  borrower_asset_wallet_id: null,
  borrower_collateral_wallet_id: null,
  expire_time: '2026-07-01T16:05:09.123Z',
  position_id: null,
  create_time: '2026-06-30T16:05:09.123Z',
  update_time: '2026-06-30T16:05:09.123Z',
  newer_than_this: true,
  terms: { haircut: null, day_count: 'ACT/360' },
  actions: [
    { action: 'cancel', available: true, reason: null },
    { action: 'accept', available: false, reason: 'PARTY_NOT_PERMITTED' },
  ],
}

const terms = {
  requirement_percent: '120',
  haircut: null,
  margin_call_percent: '115',
  liquidation_percent: '105',
  threshold_usd: '0',
  minimum_notional_top_up_usd: '10000',
  minimum_notional_release_usd: '10000',
  lot_top_up: null,
  lot_release: null,
  day_count: 'ACT/360',
  cure_time_seconds: 3600,
  dispute_tolerance_usd: '100',
  dispute_tolerance_percent: null,
  dispute_method: 'undisputed',
}
const agreement = {
  id: ORDER,
  lender_id: LENDER,
  lender_name: 'Harbor Bank Treasury',
  borrower_id: BORROWER,
  borrower_name: 'Kestrel Market Making',
  versions: [{ version: 1, effective_time: '2026-06-30T16:05:09.123Z', terms }],
}
const agree = ['agreements', 'create', '--lender-id', LENDER, '--borrower-id', BORROWER]

const endpoint = {
  id: ORDER,
  target_url: 'https://hooks.example.com/vadium',
  description: null,
  event_types: [],
  status: 'enabled',
  disabled_reason: null,
  disabled_time: null,
  create_time: '2026-06-30T16:05:09.123Z',
  last_success_time: null,
  last_failure_time: null,
  old_secret_expire_time: null,
}

async function run(
  answers: Parameters<typeof loopbackService>,
  argv: readonly string[],
  more: Surroundings = {},
) {
  await using service = await loopbackService(...answers)
  const ran = await vadium(argv, { env: keyFor(service.url), ...more })
  return { ...ran, arrived: service.arrived }
}

describe('a command that changes something', () => {
  it('puts its arguments into the path, and sends a key', async () => {
    const { exitCode, stderr, arrived } = await run([json(order)], accept)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(arrived).toMatchObject([
      {
        method: 'POST',
        target: `/orders/${ORDER}:accept`,
        body: '{"asset_wallet_id":"w1","collateral_wallet_id":"w2"}',
        verified: true,
      },
    ])
    expect(arrived[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/)
  })

  it.each(['Copper', 'Crypto & Co{p}', '銀行'])('accepts the name %s', async (name) => {
    const custodian = { id: 'copper', name, adapter: 'simulated' }
    const argv = ['--id', 'copper', '--name', name, '--adapter', 'simulated']
    const { stderr, arrived } = await run([json(custodian)], ['custodians', 'create', ...argv])
    expect(stderr).toBe('')
    expect(arrived).toMatchObject([{ body: JSON.stringify(custodian) }])
  })

  it.each([
    ['Ours', '{"description":"Ours"}'],
    ['', '{"description":null}'],
  ])('stores an optional text, or removes it when empty: %j', async (description, body) => {
    const argv = ['webhooks', 'update', ORDER, '--description', description]
    const { exitCode, stderr, arrived } = await run([json(endpoint)], argv)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(arrived).toMatchObject([{ body }])
  })

  it('refuses an optional text that is too long', async () => {
    const argv = ['webhooks', 'update', ORDER, '--description', 'x'.repeat(1000)]
    const { stderr, arrived } = await run([], argv)
    expect(stderr).toContain('--description')
    expect(arrived).toEqual([])
  })

  it('refuses a name with characters that change its display', async () => {
    const argv = ['--id', 'copper', '--name', 'a\u202eb', '--adapter', 'simulated']
    const { exitCode, arrived } = await run([], ['custodians', 'create', ...argv])
    expect(exitCode).not.toBe(0)
    expect(arrived).toEqual([])
  })

  it('shows the answer as a sheet, states of a newer service unchanged', async () => {
    const { stdout } = await run([json(order)], accept)
    expect(stdout).toMatchInlineSnapshot(`
      "Order
        id                             5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d
        number                         1042
        status                         HALF_OPEN
        creator id                     3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5
        lender id                      8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901
        lender name                    Harbor Bank Treasury
        borrower id                    3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5
        borrower name                  Kestrel Market Making
        asset                          BTC
        asset quantity                 12.5
        rate percent                   4.5
        collateral asset               USDC
        collateral quantity            900000
        collateral type                BILATERAL
        lender asset wallet id         w1
        lender collateral wallet id    w2
        borrower asset wallet id       none
        borrower collateral wallet id  none
        expire time                    2026-07-01 16:05:09 UTC
        position id                    none
        create time                    2026-06-30 16:05:09 UTC
        update time                    2026-06-30 16:05:09 UTC
        newer than this                yes

      Terms
        haircut                        none
        day count                      ACT/360

      Actions
        ACTION  AVAILABLE  REASON
        cancel  yes
        accept  no         PARTY_NOT_PERMITTED
      "
    `)
  })

  it('names everything that is missing at once', async () => {
    const { exitCode, stderr, arrived } = await run([json({})], ['orders', 'accept', ORDER])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toMatchInlineSnapshot(`
      "vadium: Not sent: a value is invalid.
        --asset-wallet-id: is missing
        --collateral-wallet-id: is missing
      "
    `)
  })

  it('explains itself', async () => {
    const { stdout } = await run([], ['orders', 'accept', '--help'])
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: vadium orders accept [options] <order>

      Accepts an order: copies the terms in effect, creates the position, and instructs the transfers of
      the asset and the collateral.

      Arguments:
        order                          The id of the order.

      Options:
        --asset-wallet-id <text>       Your wallet for the asset. Required.
        --collateral-wallet-id <text>  Your wallet for the collateral. Required.
        --idempotency-key <text>       The same command with the same key takes effect once within a day.
                                       Default: a new key.
        --curl                         Print a signed curl line and send nothing.
        -h, --help                     Print help for a command.

      Global Options:
        --profile <name>               The profile to use (VADIUM_PROFILE).
        --url <url>                    The address of the service (VADIUM_URL).
        --json                         Print the JSON answer of the service. Errors are JSON on stderr.
        --debug                        Print the stack trace of an error.

      Roles: execution, admin. Sends POST /orders/{order_id}:accept
      "
    `)
  })
})

describe('the idempotency key of a command', () => {
  it('is the given one', async () => {
    const { arrived } = await run([json(order)], [...accept, '--idempotency-key', 'k-7'])
    expect(arrived[0]?.headers['idempotency-key']).toBe('k-7')
  })

  it.each(['', 'a b', 'é', 'k'.repeat(256)])('cannot be %j', async (key) => {
    const { exitCode, stderr, arrived } = await run([], [...accept, '--idempotency-key', key])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain('--idempotency-key: must be 1 to 255 visible ASCII characters')
  })

  it('is shown when the outcome of the command is unknown', async () => {
    const { exitCode, stderr, arrived } = await run([hangUp], accept)
    expect(exitCode).toBe(4)
    const keys = new Set(arrived.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
    expect(arrived.length).toBeGreaterThan(1)
    expect(stderr).toContain(`  --idempotency-key ${String([...keys][0])}\n`)

    const forPrograms = await run([hangUp], [...accept, '--json'])
    expect(JSON.parse(forPrograms.stderr)).toMatchObject({
      outcome: 'unknown',
      idempotency_key: forPrograms.arrived[0]?.headers['idempotency-key'],
      exit_code: 4,
    })
  })

  it('is shown when the command is interrupted', async () => {
    await using service = await loopbackService(silence)
    const controller = new AbortController()
    const running = vadium(accept, { env: keyFor(service.url), signal: controller.signal })
    while (service.arrived.length === 0) await new Promise(setImmediate)
    controller.abort()
    const { exitCode, stderr } = await running
    expect(exitCode).toBe(130)
    expect(stderr).toContain(String(service.arrived[0]?.headers['idempotency-key']))
  })

  it('is not shown with a refusal, which changed nothing', async () => {
    const { exitCode, stderr } = await run([refusal('INVALID_STATE')], accept)
    expect(exitCode).toBe(3)
    expect(stderr).not.toContain('idempotency')
  })

  it('marks a replayed answer on stderr', async () => {
    const replay = json(order, 200, { 'Idempotency-Replayed': 'true' })
    const { exitCode, stdout, stderr } = await run([replay], [...accept, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual(order)
    expect(stderr).toBe(
      'This is the answer of an earlier request with the same key. Nothing was done again.\n',
    )
  })

  it('is in the curl line', async () => {
    const { stdout } = await run([], [...accept, '--idempotency-key', 'k-7', '--curl'])
    expect(stdout).toContain("--header 'Idempotency-Key: k-7'")
  })
})

describe('an object as a value', () => {
  it('is JSON, in a flag, a file or the standard input', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
    const file = join(folder, 'terms.json')
    await writeFile(file, JSON.stringify(terms, undefined, 2))
    for (const value of [JSON.stringify(terms), `@${file}`, '@-', '-']) {
      const argv = [...agree, '--terms', value]
      const stdin = JSON.stringify(terms)
      const { exitCode, stdout, arrived } = await run([json(agreement)], argv, { stdin })
      expect(exitCode).toBe(0)
      expect(stdout).toMatch(/\nVersions, 1\n[^]*\nTerms\n {2}requirement percent +120\n/)
      expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({
        lender_id: LENDER,
        borrower_id: BORROWER,
        terms,
      })
    }
    await rm(folder, { recursive: true })
  })

  it.each([
    ['{', 'must be a JSON object, but is "{"'],
    ['7', 'must be a JSON object, but is "7"'],
    [
      JSON.stringify({ ...terms, threshold_usd: 0 }),
      'must be a JSON object, with threshold_usd a decimal in plain notation, such as "1250.5", but',
    ],
    [JSON.stringify({ ...terms, day_count: undefined }), 'with day_count present'],
    [JSON.stringify({ ...terms, day_count: 'ACT/364' }), 'with day_count one of ACT/360, ACT/365'],
    ['@/nonexistent', 'ENOENT'],
  ])('is refused before a request is sent: %s', async (value, issue) => {
    const { exitCode, stderr, arrived } = await run([], [...agree, '--terms', value])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain(issue)
  })

  it('may be a list', async () => {
    const quotes = [{ asset: 'BTC', source: 'desk', price_usd: '97250.5' }]
    const answer = { quotes: [{ asset: 'BTC', source: 'desk', outcome: 'held' }] }
    const argv = ['prices', 'push', JSON.stringify(quotes)]
    const missing = await run([], ['prices', 'push'])
    expect(missing.exitCode).toBe(2)
    const flag = [...argv.slice(0, 2), '--quotes', JSON.stringify(quotes)]
    const { stdout, arrived } = await run([json(answer)], flag)
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ quotes })
    expect(stdout).toMatch(/BTC +desk +held|held +BTC/)
  })
})

describe('a filter with the values true, false or absent', () => {
  it.each([
    [[], ''],
    [['--ready-for-m2m'], '?ready_for_m2m=true'],
    [['--no-ready-for-m2m'], '?ready_for_m2m=false'],
  ])('%j', async (flags, query) => {
    const { arrived } = await run([json({ positions: [] })], ['positions', 'list', ...flags])
    expect(arrived[0]?.target).toBe(`/positions${query}`)
  })
})
