import { MarkToMarketRequest } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { json, loopbackService, refusal } from './loopback-service.ts'
import { POSITION, previewAnswer } from './sample-answers.ts'
import { keyFor, type Surroundings, typing, vadium } from './terminal.ts'

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
  // Every member is there, whatever its value: the SDK checks no more.
  const members = Object.entries(MarkToMarketRequest.properties).map(([name, { type }]) => {
    const empty = { array: [], object: {}, integer: 1, boolean: true, string: `a-new-${name}` }
    return [name, Object.entries(empty).find(([key]) => key === type)?.[1] ?? null] as const
  })
  const created = json(Object.fromEntries(members))

  it('shows every step, asks, and creates the request of exactly that calculation', async () => {
    const { exitCode, stdout, stderr, arrived } = await submit([explained(), created], [], {
      stdin: typing('y\n'),
    })
    expect(exitCode).toBe(0)
    expect(stderr).toContain('Verified: the figures and the parties')
    expect(stderr).toContain('Ask Kestrel Market Making for 62044.158832 USDC? [y/N]')
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
    ['without a confirmation', explained(), { stdin: typing('n\n') }],
    ['without a terminal', explained(), {}],
    [
      'when nothing can be submitted',
      json(previewAnswer({ minimum_notional_top_up_usd: '1000000' }, { explain: true })),
      { stdin: typing('y\n') },
    ],
  ])('creates nothing %s', async (_, answer, more) => {
    const { exitCode, arrived } = await submit([answer, created], [], more)
    expect(exitCode).toBe(2)
    expect(arrived.map(({ target }) => target)).not.toContain('/mark-to-market-requests')
  })

  it('creates nothing when the figures of the service differ from those computed here', async () => {
    const answer = previewAnswer({}, { explain: true })
    const wrong = { ...answer, preview: { ...answer.preview, m2m_collateral_amount: '1' } }
    const { exitCode, arrived } = await submit([json(wrong), created], ['--yes'])
    expect(exitCode).toBe(1)
    expect(arrived).toHaveLength(1)
  })

  it('says that the inputs have moved meanwhile', async () => {
    const { exitCode, stderr } = await submit([explained(), refusal('PREVIEW_STALE')], ['--yes'])
    expect(exitCode).toBe(3)
    expect(stderr).toContain('PREVIEW_STALE')
  })
})
