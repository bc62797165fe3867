import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { type Answer, json, loopbackService, refusal } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
const POSITION = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const LENDER = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
const BORROWER = '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901'

const found = json({
  results: [
    { kind: 'order', id: ORDER, label: 'Order 1042', order_id: ORDER },
    { kind: 'position', id: POSITION, label: 'Position of order 1042', order_id: ORDER },
  ],
})
/** What ends a call whose target is all that matters here. */
const notFound = refusal('ORDER_NOT_FOUND')

const agreements = json({
  agreements: [
    {
      lender_id: LENDER,
      lender_name: 'Harbor Bank',
      borrower_id: BORROWER,
      borrower_name: 'Quay Capital',
    },
  ],
})

async function ask(argv: readonly string[], ...answers: Parameters<typeof loopbackService>) {
  await using service = await loopbackService(...answers)
  const ran = await vadium([...argv, '--json'], { env: keyFor(service.url) })
  return { ...ran, targets: service.arrived.map(({ target }) => target) }
}

describe('a number in place of an id', () => {
  it('names the order', async () => {
    const { targets } = await ask(['orders', 'get', '1042'], found, notFound)
    expect(targets).toEqual(['/search?query=1042', `/orders/${ORDER}`])
  })

  it('names the position of the order', async () => {
    const { targets } = await ask(['positions', 'get', '1042'], found, notFound)
    expect(targets).toEqual(['/search?query=1042', `/positions/${POSITION}`])
  })

  it('is refused, and nothing is sent, when no order has it', async () => {
    const { exitCode, stderr, targets } = await ask(
      ['orders', 'cancel', '7'],
      json({ results: [] }),
    )
    expect(exitCode).toBe(2)
    expect(stderr).toContain('no order that you may see has the number 7')
    expect(targets).toEqual(['/search?query=7'])
  })

  it('is not looked up where the service takes the number itself', async () => {
    const { targets } = await ask(['transfers', 'list', '--order-id', '1042'], notFound)
    expect(targets).toEqual(['/transfers?orderId=1042'])
  })

  it('is not looked up with --curl, which sends nothing', async () => {
    const { exitCode, targets } = await ask(['orders', 'get', '1042', '--curl'], found)
    expect({ exitCode, targets }).toEqual({ exitCode: 2, targets: [] })
  })
})

describe('an organization', () => {
  it('is named by its slug for an operator', async () => {
    const organizations = json({
      organizations: [
        { id: LENDER, slug: 'harbor', name: 'Harbor Bank' },
        { id: BORROWER, slug: 'quay', name: 'Quay Capital' },
      ],
    })
    const argv = ['accounts', 'create', '--organization-id', 'harbor', '--name', 'Desk']
    const { targets } = await ask([...argv, '--kind', 'person'], organizations, notFound)
    expect(targets).toEqual(['/organizations?page_size=1000', '/accounts'])
  })

  it('is named by its name for a party', async () => {
    const refused = refusal('ROLE_NOT_PERMITTED')
    const argv = ['counterparties', 'mute', 'quay capital']
    const { targets } = await ask(argv, refused, agreements, notFound)
    expect(targets.slice(0, 2)).toEqual([
      '/organizations?page_size=1000',
      '/agreements?page_size=1000',
    ])
    expect(targets[2]).toContain(BORROWER)
  })

  it('is named where the service takes its resource name', async () => {
    const refused = refusal('ROLE_NOT_PERMITTED')
    const argv = ['transfers', 'list', '--sender', 'quay capital', '--receiver', LENDER]
    const { targets } = await ask(argv, refused, agreements, notFound)
    expect(targets[2]).toBe(
      `/transfers?sender=organizations%2F${BORROWER}&receiver=organizations%2F${LENDER}`,
    )
  })

  it('is not guessed when the slug of one is the name of another, on any page', async () => {
    const first = json({
      organizations: [{ id: LENDER, slug: 'quay', name: 'twin' }],
      next_page_token: 'two',
    })
    const twins: Answer = (response, arrived) =>
      arrived.target.includes('page_token=two')
        ? json({ organizations: [{ id: BORROWER, slug: 'twin', name: 'Harbor' }] })(
            response,
            arrived,
          )
        : first(response, arrived)
    const argv = ['accounts', 'create', '--organization-id', 'twin', '--name', 'Desk']
    const { exitCode, stderr, targets } = await ask([...argv, '--kind', 'person'], twins)
    expect(exitCode).toBe(2)
    expect(stderr).toContain('several organizations have \\"twin\\" as slug or name')
    expect(targets).toHaveLength(2)
  })
})

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
  id: POSITION,
  lender_id: LENDER,
  lender_name: 'Harbor Bank Treasury',
  borrower_id: BORROWER,
  borrower_name: 'Kestrel Market Making',
  versions: [{ version: 1, effective_time: '2026-06-30T16:05:09.123Z', terms }],
}
const agree = ['agreements', 'create', '--lender-id', LENDER, '--borrower-id', BORROWER]

describe('an object as a value', () => {
  it('is JSON, in a flag, a file or the standard input', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
    const file = join(folder, 'terms.json')
    await writeFile(file, JSON.stringify(terms, undefined, 2))
    for (const value of [JSON.stringify(terms), `@${file}`, '@-', '-']) {
      const argv = [...agree, '--terms', value]
      const stdin = JSON.stringify(terms)
      const { exitCode, stdout, arrived } = await answered([json(agreement)], argv, { stdin })
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
    ['{', '--terms: must be JSON: '],
    ['7', '--terms: must be a JSON object'],
    ['@/nonexistent', 'ENOENT'],
  ])('is refused before a request is sent: %s', async (value, issue) => {
    const { exitCode, stderr, arrived } = await answered([], [...agree, '--terms', value])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain(issue)
  })

  it('is refused with every fault of it, and of the other options, at once', async () => {
    const changed = { day_count: undefined, threshold_usd: 0, dispute_method: 'shout' }
    const wrong = { ...terms, ...changed, colour: 'blue' }
    const argv = ['agreements', 'create', '--borrower-id', 'no id', '--idempotency-key', 'a b']
    const { exitCode, stderr, arrived } = await answered(
      [],
      [...argv, '--terms', JSON.stringify(wrong)],
    )
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr.split('\n').map((line) => line.slice(0, 60))).toMatchInlineSnapshot(`
      [
        "vadium: Not sent: a value is invalid.",
        "  --lender-id: is missing",
        "  --terms.day_count: is missing",
        "  --terms.colour: is not a member that is known here",
        "  --terms.threshold_usd: must be a decimal in plain notation",
        "  --terms.dispute_method: must be one of undisputed, split, ",
        "  --idempotency-key: must be 1 to 255 visible ASCII characte",
        "",
      ]
    `)
  })

  it('is refused with the place of every fault in a list', async () => {
    const rule = { operation: 'acceptOrder', above_usd: null, approvals: 1, within_seconds: 3600 }
    const rules = [rule, { ...rule, operation: 'fly', approvals: 'two' }, 7]
    const argv = ['approval-policies', 'set', '--rules', JSON.stringify(rules)]
    const { exitCode, stderr, arrived } = await answered([], argv)
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr.split('\n').map((line) => line.slice(0, 50))).toMatchInlineSnapshot(`
      [
        "vadium: Not sent: a value is invalid.",
        "  --rules[1].operation: must be one of createOrder",
        "  --rules[1].approvals: must be a whole number fro",
        "  --rules[2]: must be a JSON object, but is 7",
        "",
      ]
    `)
    const empty = await answered([], ['prices', 'push', '--quotes', '[]'])
    expect(empty.stderr).toContain('--quotes: must have at least 1 item\n')
  })

  it('is checked before a name of another option is looked up', async () => {
    const argv = ['agreements', 'create', '--lender-id', 'harbor', '--borrower-id', 'quay']
    const { exitCode, stderr, arrived } = await answered([], [...argv, '--terms', '7'])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain('--terms: must be a JSON object')
  })

  it('may be a list', async () => {
    const quotes = [{ asset: 'BTC', source: 'desk', price_usd: '97250.5' }]
    const answer = { quotes: [{ asset: 'BTC', source: 'desk', outcome: 'held' }] }
    const argv = ['prices', 'push', JSON.stringify(quotes)]
    const missing = await answered([], ['prices', 'push'])
    expect(missing.exitCode).toBe(2)
    const flag = [...argv.slice(0, 2), '--quotes', JSON.stringify(quotes)]
    const { stdout, arrived } = await answered([json(answer)], flag)
    expect(JSON.parse(arrived[0]?.body ?? '')).toEqual({ quotes })
    expect(stdout).toMatch(/BTC +desk +held|held +BTC/)
  })
})
