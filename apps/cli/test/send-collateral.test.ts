import { describe, expect, it } from 'vitest'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { json, loopbackService } from './loopback-service.ts'
import { POSITION } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

const transfer = recorded.operations.sendCollateral.answer

async function send(argv: readonly string[], replies = [json(transfer)]) {
  await using service = await loopbackService(...replies)
  const ran = await vadium(['positions', 'send-collateral', ...argv], {
    env: keyFor(service.url),
  })
  return { ...ran, arrived: service.arrived }
}

describe('positions send-collateral', () => {
  it('sends the quantity as it was typed, once it is confirmed', async () => {
    const { exitCode, stdout, arrived } = await send([POSITION, '--quantity', '0.10', '--yes'])
    expect(exitCode).toBe(0)
    expect(arrived).toMatchObject([{ target: `/positions/${POSITION}:sendCollateral` }])
    expect(arrived[0]?.body).toBe('{"quantity":"0.10"}')
    expect(stdout).toContain(transfer.id)
    expect(stdout).toMatch(/category +voluntary/)
  })

  it('sends nothing without a terminal that can confirm it', async () => {
    const { exitCode, stderr, arrived } = await send([POSITION, '--quantity', '1'])
    expect([exitCode, arrived]).toEqual([2, []])
    expect(stderr).toContain('--yes')
  })

  it.each([
    ['no quantity', [], '--quantity: is missing'],
    ['a quantity that is none', ['--quantity', '1e3'], '--quantity'],
    ['two quantities', ['--quantity', '1', '--quantity', '2'], 'is given more than once'],
  ])('sends nothing with %s', async (_, argv, said) => {
    const { exitCode, stderr, arrived } = await send([POSITION, ...argv, '--yes'])
    expect([exitCode, arrived]).toEqual([2, []])
    expect(stderr).toContain(said)
  })

  it('says what the service refuses, with the figures', async () => {
    const details = [
      { field: 'quantity', issue: 'at most 1.15384615 BTC', value: '2' },
      { field: 'shortfall', issue: 'below zero is an excess', value: '-60000' },
    ]
    const error = { code: 'ABORTED', reason: 'QUANTITY_NOT_AVAILABLE', message: 'No.', details }
    const refused = json({ error: { ...error, request_id: 'r' } }, 409)
    const { exitCode, stderr } = await send([POSITION, '--quantity', '2', '--yes'], [refused])
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('at most 1.15384615 BTC')
    expect(stderr).toContain('-60000')
  })
})
