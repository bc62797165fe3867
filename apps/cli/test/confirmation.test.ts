import type { TObject } from '@sinclair/typebox'
import { MarkToMarketRequest, Order, WebhookEndpoint } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { hangUp, json, loopbackService, refusal } from './loopback-service.ts'
import { POSITION, previewAnswer } from './sample-answers.ts'
import {
  answering,
  type ControllingTerminal,
  keyFor,
  type Surroundings,
  vadium,
} from './terminal.ts'

/** An answer with every member, whatever its value: the SDK checks no more. */
function anyOf({ properties }: TObject): object {
  const members = Object.entries(properties).map(([name, schema]) => {
    const empty = { array: [], object: {}, integer: 1, boolean: true, string: `a-new-${name}` }
    const known = Object.entries(empty).find(([type]) => type === schema['type'])
    return [name, known?.[1] ?? null] as const
  })
  return Object.fromEntries(members)
}

describe('m2m preview --submit', () => {
  async function submit(
    answers: Parameters<typeof loopbackService>,
    flags: readonly string[] = [],
    more: Surroundings = {},
  ) {
    await using service = await loopbackService(...answers)
    const env = keyFor(service.url)
    const ran = await vadium(['m2m', 'preview', POSITION, '--submit', ...flags], { env, ...more })
    return { ...ran, arrived: service.arrived }
  }
  const explained = () => json(previewAnswer({}, { explain: true }))
  const created = json(anyOf(MarkToMarketRequest))

  it('shows every step, asks, and creates the request of exactly that calculation', async () => {
    const terminal = answering('y\n')
    const ran = await submit([explained(), created], [], { terminal })
    const { exitCode, stdout, stderr, arrived } = ran
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(terminal.text()).toContain('Verified: the figures and the parties')
    expect(terminal.text()).toContain('Ask Kestrel Market Making for 62044.158832 USDC? [y/N]')
    expect(stdout).toContain('a-new-id')
    const { calculation } = previewAnswer({}, { explain: true })
    expect(arrived.map(({ target, body }) => [target, JSON.parse(body) as unknown])).toEqual([
      ['/mark-to-market-requests:preview', { position_id: POSITION, explain: true }],
      [
        '/mark-to-market-requests',
        { position_id: POSITION, calculation_id: calculation?.calculation_id },
      ],
    ])
    expect(arrived[1]?.headers['idempotency-key']).toMatch(/./)
  })

  it.each([
    ['without a confirmation', explained(), { terminal: answering('n\n') }],
    ['without a terminal', explained(), {}],
    [
      'when nothing can be submitted',
      json(previewAnswer({ minimum_notional_top_up_usd: '1000000' }, { explain: true })),
      { terminal: answering('y\n') },
    ],
  ])('creates nothing %s', async (_, answer, more) => {
    const { exitCode, arrived } = await submit([answer, created], [], more)
    expect(exitCode).toBe(2)
    expect(arrived.map(({ target }) => target)).not.toContain('/mark-to-market-requests')
  })

  it('creates nothing when figures of the service differ from those computed here', async () => {
    const answer = previewAnswer({}, { explain: true })
    const wrong = { ...answer, preview: { ...answer.preview, m2m_collateral_amount: '1' } }
    const { exitCode, arrived } = await submit([json(wrong), created], ['--yes'])
    expect(exitCode).toBe(1)
    expect(arrived).toHaveLength(1)
  })

  it('shows the figures with the question when its output and its notes are in pipes', async () => {
    const terminal = answering('n\n')
    const { stdout, stderr } = await submit([explained()], [], { terminal })
    expect(terminal.text()).toMatch(
      /Verified: the figures[^]*Ask Kestrel Market Making for .*\[y\/N\] $/,
    )
    expect({ stdout, stderr }).toEqual({
      stdout: '',
      stderr: 'vadium: Not sent: it was not confirmed.\n',
    })
  })

  it('names the command that repeats exactly its request when the outcome is unknown', async () => {
    const flags = ['--yes', '--idempotency-key', 'k-7']
    const { exitCode, stderr, arrived } = await submit([explained(), hangUp], flags)
    expect(exitCode).toBe(4)
    expect(stderr).not.toContain('add:')
    const [, line = ''] = /\n {2}vadium (m2m create .* --idempotency-key .*)\n/.exec(stderr) ?? []
    await using service = await loopbackService(created)
    const again = await vadium([...line.split(' '), '--yes'], { env: keyFor(service.url) })
    expect(again.exitCode).toBe(0)
    const [first, second] = [arrived.at(-1), service.arrived[0]]
    for (const request of [first, second]) {
      expect(request?.headers['idempotency-key']).toBe('k-7')
    }
    const { target, body } = first ?? {}
    expect(second).toMatchObject({ target, body })
  })

  it('names the service that was selected in the command that repeats its request', async () => {
    await using service = await loopbackService(explained(), hangUp)
    const argv = ['m2m', 'preview', POSITION, '--submit', '--yes', '--url', service.url]
    const { stderr } = await vadium([...argv, '--idempotency-key', 'k-7'], {
      env: keyFor('http://127.0.0.1:9'),
    })
    expect(stderr).toContain(` --idempotency-key k-7 --url ${service.url}\n`)
  })

  it('says that another calculation was submitted under its key, and how to see it', async () => {
    const reused = refusal('IDEMPOTENCY_KEY_REUSED')
    const flags = ['--yes', '--idempotency-key', 'k-7']
    const { exitCode, stderr } = await submit([explained(), reused], flags)
    expect(exitCode).toBe(3)
    expect(stderr).toContain(`  vadium m2m list --position-id ${POSITION}\n`)
    const forPrograms = await submit([explained(), reused], [...flags, '--json'])
    const [report = ''] = forPrograms.stderr.trimEnd().split('\n').slice(-1)
    const advice = ['An earlier run has submitted', 'vadium m2m list'].map(
      (beginning) => expect.stringContaining(beginning) as unknown,
    )
    expect(JSON.parse(report)).toMatchObject({ error: { advice }, exit_code: 3 })
  })

  it('says that the inputs have moved meanwhile', async () => {
    const { exitCode, stderr } = await submit([explained(), refusal('PREVIEW_STALE')], ['--yes'])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('PREVIEW_STALE')
  })
})

describe('a command whose effect cannot be taken back', () => {
  const ORDER = '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d'
  const wallets = ['--asset-wallet-id', 'w1', '--collateral-wallet-id', 'w2']
  const accept = ['orders', 'accept', ORDER, ...wallets]

  async function run(argv: readonly string[], more: Surroundings) {
    await using service = await loopbackService(
      json(anyOf(argv[0] === 'orders' ? Order : WebhookEndpoint)),
    )
    const ran = await vadium(argv, { env: keyFor(service.url), ...more })
    return { ...ran, arrived: service.arrived }
  }

  it('shows the request at the terminal, and sends it when it is confirmed', async () => {
    const terminal = answering('y\n')
    const { exitCode, stderr, arrived } = await run(accept, { terminal, columns: 100 })
    expect({ exitCode, stderr, sent: arrived.length }).toEqual({
      exitCode: 0,
      stderr: '',
      sent: 1,
    })
    expect(terminal.text().replace(/http:\S+/, '<url>')).toMatchInlineSnapshot(`
      "Accept an order
        sends                   POST /orders/{order_id}:accept
        to                      <url>

      Request
        MEMBER                VALUE
        order_id              5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d
        asset_wallet_id       w1
        collateral_wallet_id  w2

      Send this request? [y/N] "
    `)
  })

  it.each(['n\n', '\n', 'yeah\n'])('sends nothing at the answer %j', async (text) => {
    const terminal = answering(text)
    const { exitCode, stdout, stderr, arrived } = await run(accept, { terminal })
    expect({ exitCode, stdout, sent: arrived.length }).toEqual({
      exitCode: 2,
      stdout: '',
      sent: 0,
    })
    expect(stderr).toBe('vadium: Not sent: it was not confirmed.\n')
  })

  it('asks also when its input and its output are pipes', async () => {
    const terminal = answering('n\n')
    const { arrived } = await run(accept, { terminal, stdin: 'y\n', columns: undefined })
    expect(terminal.text()).toContain('Send this request? [y/N] ')
    expect(arrived).toHaveLength(0)
  })

  it.each([[accept], [[...accept, '--json']]])(
    'is refused without a terminal and without --yes: %j',
    async (argv) => {
      const { exitCode, stderr, arrived } = await run(argv, {})
      expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
      expect(stderr).toContain('--yes')
    },
  )

  const unasked = (): ControllingTerminal => ({
    open: () => {
      throw new Error('It was not expected to ask.')
    },
    text: () => '',
  })

  it.each([
    ['with --yes', [...accept, '--yes']],
    ['when nothing is sent', [...accept, '--curl']],
    ['when it changes little', ['webhooks', 'enable', ORDER]],
  ])('does not ask %s', async (_, argv) => {
    expect((await run(argv, { terminal: unasked() })).exitCode).toBe(0)
  })
})
