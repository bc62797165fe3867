import { describe, expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { hangUp, json, loopbackService, refusal, silence } from './loopback-service.ts'
import { backOffsOf, keyFor, recordedWaits, vadium } from './terminal.ts'

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
  '--yes',
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
  wallets: [{ id: 'w1', name: 'Treasury', custodian: 'fireblocks' }],
  expire_time: '2026-07-01T16:05:09.123Z',
  maturity_time: null,
  position_id: null,
  create_time: '2026-06-30T16:05:09.123Z',
  update_time: '2026-06-30T16:05:09.123Z',
  newer_than_this: true,
  terms: { haircut: null, day_count: 'ACT/360' },
  terms_version: 2,
  actions: [
    { action: 'cancel', available: true, reason: null },
    { action: 'accept', available: false, reason: 'PARTY_NOT_PERMITTED' },
  ],
}

const endpoint = {
  id: ORDER,
  target_url: 'https://hooks.example.com/vadium',
  format: 'events',
  content: null,
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

describe('a command that changes something', () => {
  it('puts its arguments into the path, and sends a key', async () => {
    const { exitCode, stderr, arrived } = await answered([json(order)], accept)
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
    const { stderr, arrived } = await answered([json(custodian)], ['custodians', 'create', ...argv])
    expect(stderr).toBe('')
    expect(arrived).toMatchObject([{ body: JSON.stringify(custodian) }])
  })

  it.each([
    ['Ours', '{"description":"Ours"}'],
    ['', '{"description":null}'],
  ])('stores an optional text, or removes it when empty: %j', async (description, body) => {
    const argv = ['webhooks', 'update', ORDER, '--description', description]
    const { exitCode, stderr, arrived } = await answered([json(endpoint)], argv)
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(arrived).toMatchObject([{ body }])
  })

  it('reads the address of a chat room, which is a secret, from the standard input', async () => {
    const argv = ['webhooks', 'create', '@-', '--format', 'text']
    const url = 'https://hooks.slack.com/services/T0/B0/x'
    const { exitCode, arrived } = await answered([json({ webhook_endpoint: endpoint })], argv, {
      stdin: `${url}\n`,
    })
    expect(exitCode).toBe(0)
    expect(arrived).toMatchObject([{ body: JSON.stringify({ target_url: url, format: 'text' }) }])
  })

  it('refuses an optional text that is too long', async () => {
    const argv = ['webhooks', 'update', ORDER, '--description', 'x'.repeat(1000)]
    const { stderr, arrived } = await answered([], argv)
    expect(stderr).toContain('--description')
    expect(arrived).toEqual([])
  })

  it('refuses a name with characters that change its display', async () => {
    const argv = ['--id', 'copper', '--name', 'a\u202eb', '--adapter', 'simulated']
    const { exitCode, arrived } = await answered([], ['custodians', 'create', ...argv])
    expect(exitCode).not.toBe(0)
    expect(arrived).toEqual([])
  })

  it('shows the answer as a sheet, states of a newer service unchanged', async () => {
    const { stdout } = await answered([json(order)], accept)
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
        maturity time                  none
        position id                    none
        create time                    2026-06-30 16:05:09 UTC
        update time                    2026-06-30 16:05:09 UTC
        newer than this                yes
        terms version                  2

      Wallets
        ID  NAME      CUSTODIAN
        w1  Treasury  fireblocks

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
    const { exitCode, stderr, arrived } = await answered([json({})], ['orders', 'accept', ORDER])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toMatchInlineSnapshot(`
      "vadium: Not sent: a value is invalid.
        --asset-wallet-id: is missing
        --collateral-wallet-id: is missing
      "
    `)
  })

  it('explains itself', async () => {
    const { stdout } = await answered([], ['orders', 'accept', '--help'])
    expect(stdout).toMatchInlineSnapshot(`
      "Usage: vadium orders accept [options] <order>

      Accepts an order: copies the terms in effect, creates the position, and instructs the transfers of
      the asset and the collateral.

      Arguments:
        order                          The id of the order.

      Options:
        --asset-wallet-id <text>       Your wallet for the asset. Required.
        --collateral-wallet-id <text>  Your wallet for the collateral. Required.
        --terms-version <number>       The \`terms_version\` of the order as it was read. If other terms are
                                       in effect by now, the acceptance is refused. Left out: the terms in
                                       effect are accepted, whatever they are.
        --yes                          Do not ask. The command shows the request at the terminal and asks,
                                       because it can move assets. Needed without a terminal.
        --idempotency-key <text>       The same command with the same key takes effect once within a day.
                                       Default: a new key.
        --tsv                          Print each resource as a line of values, separated by tabs, and the
                                       names of its members first. Or only some members: --tsv id,status,
                                       and as JSON --json id,status.
        --curl                         Print a signed curl line and send nothing.
        -h, --help                     Print help for a command.

      Global Options:
        --profile <name>               The profile to use (VADIUM_PROFILE).
        --url <url>                    The address of the service (VADIUM_URL).
        --json                         Print the JSON answer of the service. Errors are JSON on stderr.
        --debug                        Print the stack trace of an error.
        --no-pager                     Do not use a pager (NO_PAGER) for output longer than the screen
                                       (PAGER, or less).
        --local-time                   Show local time (TZ) beside UTC on a terminal, in lists alone
                                       (VADIUM_LOCAL_TIME).

      Roles: execution, admin. Sends POST /orders/{order_id}:accept
      "
    `)
  })
})

describe('the idempotency key of a command', () => {
  it('is the given one', async () => {
    const { arrived } = await answered([json(order)], [...accept, '--idempotency-key', 'k-7'])
    expect(arrived[0]?.headers['idempotency-key']).toBe('k-7')
  })

  it.each(['', 'a b', 'é', 'k'.repeat(256)])('cannot be %j', async (key) => {
    const { exitCode, stderr, arrived } = await answered([], [...accept, '--idempotency-key', key])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain('--idempotency-key: must be 1 to 255 visible ASCII characters')
  })

  it('is shown when the outcome of the command is unknown', async () => {
    const { waits, wait } = recordedWaits()
    const { exitCode, stderr, arrived } = await answered([hangUp], accept, { wait })
    expect(exitCode).toBe(4)
    expect(backOffsOf(waits)).toEqual([200, 400, 800])
    const keys = new Set(arrived.map(({ headers }) => headers['idempotency-key']))
    expect(keys.size).toBe(1)
    expect(arrived).toHaveLength(4)
    expect(stderr).toContain(`  --idempotency-key ${String([...keys][0])}\n`)

    const forPrograms = await answered([hangUp], [...accept, '--json'])
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
    const { exitCode, stderr } = await answered([refusal('INVALID_STATE')], accept)
    expect(exitCode).toBe(3)
    expect(stderr).not.toContain('idempotency')
  })

  it('marks a replayed answer on stderr', async () => {
    const replay = json(order, 200, { 'Idempotency-Replayed': 'true' })
    const { exitCode, stdout, stderr } = await answered([replay], [...accept, '--json'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual(order)
    expect(stderr).toBe(
      'This is the answer of an earlier request with the same key. Nothing was done again.\n',
    )
  })

  it('is in the curl line', async () => {
    const { stdout } = await answered([], [...accept, '--idempotency-key', 'k-7', '--curl'])
    expect(stdout).toContain("--header 'Idempotency-Key: k-7'")
  })
})

describe('a filter with the values true, false or absent', () => {
  it.each([
    [[], ''],
    [['--ready-for-m2m'], '?ready_for_m2m=true'],
    [['--no-ready-for-m2m'], '?ready_for_m2m=false'],
  ])('%j', async (flags, query) => {
    const { arrived } = await answered([json({ positions: [] })], ['positions', 'list', ...flags])
    expect(arrived[0]?.target).toBe(`/positions${query}`)
  })
})
