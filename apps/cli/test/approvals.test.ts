import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getOrder } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { type Answer, json, loopbackService, refusal } from './loopback-service.ts'
import {
  ANN,
  decision,
  hashOf,
  ID,
  ORDER,
  pending,
  QUAY,
  request,
  run,
} from './pending-approval.ts'
import { answering, keyFor, recordedWaits, vadium } from './terminal.ts'

const end_time = '2026-07-01T17:00:00.000Z'
const approved = { ...pending, state: 'APPROVED', decisions: [decision, decision] }
const carriedOut = { ...approved, state: 'CARRIED_OUT', end_time, answer: { id: ORDER, number: 7 } }
const failed = {
  ...approved,
  state: 'FAILED',
  end_time,
  failure: { reason: 'PRICE_STALE', message: 'The newest price is too old.' },
}
const rejected = { ...pending, state: 'REJECTED', end_time }

const accounts = json({ accounts: [{ id: ANN, name: 'Ann Oduya' }] })
const forbidden = refusal('ROLE_NOT_PERMITTED')

/** What the command reads before it asks, and then the answers of the decision and after it. */
const reads = (...after: object[]): Answer[] => [
  json(pending),
  forbidden,
  forbidden,
  ...after.map((approval) => json(approval)),
]

const approve = ['approvals', 'approve', ID]
const reject = ['approvals', 'reject', ID]
const decided = (verb: string) =>
  `POST /approvals/${ID}:${verb} {"request_hash":"${pending.request_hash}"}`

describe('a write that needs approval', () => {
  const retry = ['orders', 'retry', ORDER, '--yes']
  const awaiting = json({ approval: pending }, 202)

  it('prints the approval and what to do next, and exits with 6', async () => {
    const { exitCode, stdout, stderr } = await run([awaiting], retry)
    expect(exitCode).toBe(6)
    expect(stdout).toMatch(/^Approval\n {2}id +0b7c0f3e/)
    expect(stderr).toMatchInlineSnapshot(`
      "The request has had no effect yet. It is carried out when other accounts have approved it:
        vadium approvals approve 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
      To see what has become of it, or to withdraw it:
        vadium approvals get 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
        vadium approvals withdraw 0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
      "
    `)
  })

  it('names the selected service in what to do next', async () => {
    await using service = await loopbackService(awaiting)
    const { stderr } = await vadium([...retry, '--url', service.url], {
      env: keyFor('http://127.0.0.1:9'),
    })
    expect(stderr).toContain(`vadium approvals withdraw ${ID} --url ${service.url}\n`)
  })

  it('prints the answer unchanged for programs', async () => {
    const { exitCode, stdout, stderr } = await run([awaiting], [...retry, '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 6, stderr: '' })
    expect(JSON.parse(stdout)).toEqual({ approval: pending })
  })

  it('says that a replay is one', async () => {
    const replay = json({ approval: pending }, 202, { 'Idempotency-Replayed': 'true' })
    const { exitCode, stderr } = await run([replay], [...retry, '--idempotency-key', 'k-7'])
    expect(exitCode).toBe(6)
    expect(stderr).toContain('This is the answer of an earlier request with the same key.')
  })
})

describe('vadium approvals get', () => {
  it('is also called show, as for every resource', async () => {
    const { exitCode, stdout } = await run([json(pending)], ['approvals', 'show', ID])
    expect(exitCode).toBe(0)
    expect(stdout).toBe((await run([json(pending)], ['approvals', 'get', ID])).stdout)
  })

  it('shows the request in words and figures', async () => {
    const { exitCode, stdout } = await run([json(pending)], ['approvals', 'get', ID])
    expect(exitCode).toBe(0)
    expect(stdout).toMatchInlineSnapshot(`
      "Approval
        id                      0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
        state                   PENDING
        asks for                Accept an order (acceptOrder)
        request                 POST /v1/orders/5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d:accept
        asked by                account 8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901
        of organization         3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5
        decided by              accounts of 3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5
        amount                  1,250,000.5 USD
        order                   5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d
        asked                   2026-07-01 16:05:09 UTC
        expires                 2026-07-02 16:05:09 UTC
        approvals               1 of 2

      Request
        MEMBER                VALUE
        order_id              5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d
        asset_wallet_id       desk-btc
        collateral_wallet_id  desk-usdc

      Decisions
        DECISION  ACCOUNT                               TIME (UTC)
        approve   3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5  2026-07-01 16:30:00
      "
    `)
  })

  it('shows nested members by their names, and no control characters', async () => {
    const terms = { requirement_percent: '120', haircut: null, tags: [], note: 'a\u001b[2J' }
    const sent = {
      method: 'POST',
      path: '/approval-policies',
      body: JSON.stringify({ rules: [{ operation: 'createOrder', approvals: 2 }], terms }),
    }
    const approval = {
      ...pending,
      operation: 'setApprovalPolicy',
      request: sent,
      request_hash: hashOf(sent),
      order_id: null,
      counterparty_id: null,
      counterparty_name: null,
      amount_usd: null,
    }
    const { stdout } = await run([json(approval)], ['approvals', 'get', ID])
    expect(stdout.replace(/^[^]*\nRequest\n/, '')).toMatchInlineSnapshot(`
      "  MEMBER                     VALUE
        rules[0].operation         createOrder
        rules[0].approvals         2
        terms.requirement_percent  120
        terms.haircut              null
        terms.tags                 []
        terms.note                 a�[2J

      Decisions
        DECISION  ACCOUNT                               TIME (UTC)
        approve   3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5  2026-07-01 16:30:00
      "
    `)
    expect(stdout).toMatch(/amount +none, or unknown\n +order +none\n/)
  })

  it('shows an operation of a newer service by its name', async () => {
    const approval = { ...pending, operation: 'splitOrder' }
    const { exitCode, stdout } = await run([json(approval)], ['approvals', 'get', ID])
    expect(exitCode).toBe(0)
    expect(stdout).toMatch(/asks for +\(splitOrder\)\n +request +POST \/v1\/orders/)
  })

  it('shows why an approved request was refused', async () => {
    const { stdout } = await run([json(failed)], ['approvals', 'get', ID])
    expect(stdout).toMatch(/refused +The newest price is too old\. \(PRICE_STALE\)/)
  })
})

describe('vadium approvals list', () => {
  it('has a line for each approval', async () => {
    const argv = ['approvals', 'list', '--state', 'PENDING']
    const { stdout, sent } = await run([json({ approvals: [pending] })], argv)
    expect(sent).toEqual(['GET /approvals?state=PENDING '])
    expect(stdout).toMatch(/0b7c…9a11 +acceptOrder +Harbor Lending +PENDING +1250000.5 +2 /)
  })
})

describe('vadium approvals approve', () => {
  it('shows the request with names, asks, sends the hash, and prints the answer', async () => {
    const members = getOrder.response.required
    const unused = Object.fromEntries(members.map((name) => [name, null]))
    const order = json({ ...unused, number: 1042, wallets: [], terms: {}, actions: [] })
    const after = [approved, approved, carriedOut].map((approval) => json(approval))
    const answers = [json(pending), accounts, order, ...after]
    const terminal = answering('y\n')
    const { waits, wait } = recordedWaits()
    const ran = await run(answers, approve, { terminal, wait })
    const asked = terminal.text()
    expect(ran.exitCode).toBe(0)
    expect(waits).toEqual([250])
    expect(asked).toMatch(/asked by +Ann Oduya \(account 8c1d2a7e/)
    expect(asked).toMatch(/order +1042 \(5d0c1b2a/)
    expect(asked).toMatch(/amount +1,250,000.5 USD/)
    expect(asked).toMatch(/asks for +Accept an order \(acceptOrder\)/)
    expect(asked).toMatch(/approvals +1 of 2/)
    expect(asked).toMatch(/Approve this request\? \[y\/N\] $/)
    expect(ran.stdout).toMatchInlineSnapshot(`
      "Approved, and carried out. The answer:

      Order
        id                      5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d
        number                  7
      "
    `)
    expect(ran.sent.slice(3)).toEqual([
      decided('approve'),
      `GET /approvals/${ID} `,
      `GET /approvals/${ID} `,
    ])
  })

  it.each(['n\n', '\n', 'yeah\n'])('sends nothing at the answer %j', async (text) => {
    const { exitCode, stdout, stderr, sent } = await run(reads(), approve, {
      terminal: answering(text),
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('Not sent: it was not confirmed.')
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('sends nothing when the input ends before an answer', async () => {
    const { exitCode, sent } = await run(reads(), approve, { terminal: answering('') })
    expect(exitCode).toBe(130)
    expect(sent.filter((line) => line.startsWith('POST'))).toEqual([])
  })

  it('is refused without a terminal, before anything is sent', async () => {
    for (const argv of [approve, reject, [...approve, '--json']]) {
      const { exitCode, stderr, sent } = await run([], argv)
      expect({ exitCode, sent }).toEqual({ exitCode: 2, sent: [] })
      expect(stderr).toContain('--yes')
    }
  })

  it('shows the request and does not ask with --yes', async () => {
    const { exitCode, stdout, stderr, sent } = await run(reads(approved, carriedOut), [
      ...approve,
      '--yes',
    ])
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/asked by +account 8c1d2a7e/)
    expect(stderr).not.toContain('[y/N]')
    expect(sent).toContain(decided('approve'))
    expect(stdout).toContain('carried out')
  })

  it('prints the approval with its answer for programs', async () => {
    const answers = [pending, approved, carriedOut].map((approval) => json(approval))
    const { exitCode, stdout, stderr, sent } = await run(answers, [...approve, '--yes', '--json'])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(JSON.parse(stdout)).toEqual(carriedOut)
    expect(sent).toHaveLength(3)
  })

  it('does not wait with --no-wait', async () => {
    const { exitCode, stdout, arrived } = await run(reads(approved), [
      ...approve,
      '--yes',
      '--no-wait',
    ])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 0, sent: 4 })
    expect(stdout).toBe(`Approved. \`vadium approvals get ${ID}\` shows what becomes of it.\n`)
  })

  it('does not wait for people, while the request needs more approvals', async () => {
    const { exitCode, stdout } = await run(reads(pending), [...approve, '--yes'])
    expect(exitCode).toBe(0)
    expect(stdout).toBe('Approved. The request needs 1 more approval.\n')
  })

  it('exits with 3 and the reason if the approved request is refused', async () => {
    const { exitCode, stdout, stderr } = await run(reads(approved, failed), [...approve, '--yes'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(stderr).toContain('The newest price is too old. (PRICE_STALE)')
  })

  it('shows the refusal of the decision', async () => {
    const answers = [json(pending), forbidden, forbidden, refusal('APPROVER_NOT_PERMITTED')]
    const { exitCode, stderr } = await run(answers, [...approve, '--yes'])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('(APPROVER_NOT_PERMITTED)')
  })

  it.each([
    ['another body', { ...pending, request: { ...request, body: '{}' } }],
    ['another path', { ...pending, request: { ...request, path: '/v1/orders' } }],
    ['another operation', { ...pending, operation: 'rejectOrder' }],
  ])('approves nothing that was shown with %s than its hash has', async (_, approval) => {
    const ran = await run([json(approval)], [...approve, '--yes'])
    expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 4, stdout: '' })
    expect(ran.stderr).toContain('(REPLY_MALFORMED)')
    expect(ran.sent).toHaveLength(1)
  })

  it('sends its own idempotency key', async () => {
    const argv = [...approve, '--yes', '--no-wait', '--idempotency-key', 'k-7']
    const { arrived } = await run(reads(approved), argv)
    expect(arrived.at(-1)?.headers['idempotency-key']).toBe('k-7')
    const wrong = await run([], [...approve, '--yes', '--idempotency-key', 'a b'])
    expect({ exitCode: wrong.exitCode, sent: wrong.sent }).toEqual({ exitCode: 2, sent: [] })
  })

  it('refuses a malformed id before it sends anything', async () => {
    const { exitCode, sent } = await run([], ['approvals', 'approve', 'x', '--yes'])
    expect({ exitCode, sent }).toEqual({ exitCode: 2, sent: [] })
  })
})

describe('vadium approvals reject', () => {
  it('shows the request, asks, and sends the hash', async () => {
    const terminal = answering('yes\n')
    const ran = await run(reads(rejected), reject, { terminal })
    expect(ran.exitCode).toBe(0)
    expect(terminal.text()).toMatch(/Reject this request\? \[y\/N\] $/)
    expect(ran.stdout).toBe('Rejected. The request has no effect.\n')
    expect(ran.sent.at(-1)).toBe(decided('reject'))
  })
})

describe('vadium approval-policies set', () => {
  const rules = [
    { operation: 'createOrder', above_usd: '1000000', approvals: 1, within_seconds: 86_400 },
    { operation: 'createCredential', above_usd: null, approvals: 2, within_seconds: 3_600 },
  ]
  const policy = {
    organization_id: QUAY,
    version: 2,
    rules,
    create_time: '2026-06-30T16:05:09.123Z',
    account_id: ANN,
  }

  it('takes the rules as JSON or from a file, and shows them as a table', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
    const file = join(folder, 'rules.json')
    await writeFile(file, JSON.stringify(rules, undefined, 2))
    for (const value of [JSON.stringify(rules), `@${file}`]) {
      const argv = ['approval-policies', 'set', '--rules', value, '--yes']
      const { exitCode, stdout, sent } = await run([json(policy)], argv)
      expect(exitCode).toBe(0)
      expect(sent).toEqual([`POST /approval-policies ${JSON.stringify({ rules })}`])
      expect(stdout).toMatch(/createOrder +1000000 +1 +86400/)
    }
    await rm(folder, { recursive: true })
  })

  it('refuses a rule for an operation that never needs approval', async () => {
    const wrong = JSON.stringify([{ ...rules[0], operation: 'revokeCredential' }])
    const { exitCode, sent } = await run([], ['approval-policies', 'set', '--rules', wrong])
    expect({ exitCode, sent }).toEqual({ exitCode: 2, sent: [] })
  })
})
