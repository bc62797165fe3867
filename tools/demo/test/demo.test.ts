import { describe, expect, it } from 'vitest'
import { coverageGauge } from '../src/coverage-gauge.ts'
import { change, usd } from '../src/shown-figure.ts'
import { grouped } from '@vadium/cli/parts'
import { labelled, wrapped } from '../src/shown-lines.ts'
import { bookDay, bookHour, bookTime, daysBetween } from '../src/shown-time.ts'
import {
  hangUp,
  json,
  loopbackService,
  refusal,
  silence,
} from '../../../apps/cli/test/loopback-service.ts'
import { backOffsOf, inTerminal, keyFor, recordedWaits } from '../../../apps/cli/test/terminal.ts'
import { runDemo } from '../src/demo-program.ts'

const demo = inTerminal(runDemo)

describe('a figure', () => {
  it.each([
    ['0', '0'],
    ['999', '999'],
    ['1000', '1,000'],
    ['-1234567.125', '-1,234,567.125'],
    ['0.1234567', '0.1234567'],
    ['98765432109876543.123456789012345678', '98,765,432,109,876,543.123456789012345678'],
  ])('%s is shown as %s', (decimal, shown) => {
    expect(grouped(decimal)).toBe(shown)
  })

  it('is shown with cents and all its digits in US dollars', () => {
    expect([usd('7000000'), usd('0.5'), usd('37717.0125')]).toEqual([
      '7,000,000.00 USD',
      '0.50 USD',
      '37,717.0125 USD',
    ])
  })

  it('is shown with the difference when it has changed', () => {
    expect([change('80', '100'), change('100', '99.99'), change('1', '1')]).toEqual([
      '+25.00 %',
      '-0.01 %',
      '',
    ])
  })
})

describe('a time of the book', () => {
  it('is shown in UTC, in words', () => {
    const time = '2026-01-05T09:30:59.999Z'
    expect(bookTime(time)).toBe('Mon 5 Jan 2026, 09:30')
    expect([bookDay(time), bookHour(time)]).toEqual(['5 Jan', '09:30'])
  })

  it('is as many days from another as there are midnights between them', () => {
    expect(daysBetween('2026-02-28T23:59:59.999Z', '2026-03-01T00:00:00.000Z')).toBe(1)
    expect(daysBetween('2026-01-05T09:30:00.000Z', '2026-02-05T09:00:00.000Z')).toBe(31)
  })
})

describe('a text', () => {
  it('is wrapped where the line is full', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three'])
    expect(wrapped('a · b · c', 6, ' · ')).toEqual(['a · b ·', 'c'])
    expect(wrapped('incomprehensible', 4)).toEqual(['incomprehensible'])
    expect(wrapped('', 4)).toEqual([])
  })

  it('stays in its column beside a name', () => {
    expect(labelled([['due', 'now and here']], 19)).toEqual([
      'due         now and',
      '            here',
    ])
  })
})

describe('the gauge of coverage', () => {
  const levels = { liquidation: '115', marginCall: '132', required: '140' }

  it('shows where a loan is between the levels', () => {
    expect(coverageGauge('125', levels, 51)).toEqual([
      '·····┊·········●······┊·······┊····················',
      '     115 liquidation  132     140 required',
    ])
  })

  it.each([
    ['0', 0],
    ['9999.99', 50],
  ])('has an end on either side for %s', (coverage, column) => {
    expect(coverageGauge(coverage, levels, 51)[0]?.indexOf('●')).toBe(column)
  })

  it('omits the words first, then the figures, when there is no room', () => {
    expect(coverageGauge('140', levels, 21)[1]).toBe('  115       140 required')
    expect(coverageGauge('140', levels, 8)[1]).toBe('    140 required')
  })
})

describe('a demo', () => {
  it('explains how to start a sandbox when there is none', async () => {
    await using service = await loopbackService(refusal('ROUTE_NOT_FOUND'))
    const { exitCode, stdout, stderr } = await demo([], { env: keyFor(service.url) })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain('SANDBOX=1 npm start')
  })

  it('names the profile whose key it needs', async () => {
    await using service = await loopbackService(refusal('ROLE_NOT_PERMITTED'))
    const { exitCode, stderr } = await demo([], { env: keyFor(service.url) })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('sandbox-operator')
  })

  it('is refused like any other command', async () => {
    await using service = await loopbackService(refusal('UNAUTHENTICATED'))
    const { exitCode, stderr } = await demo(['--json'], { env: keyFor(service.url) })
    expect(exitCode).toBe(3)
    expect(JSON.parse(stderr)).toMatchObject({ error: { reason: 'UNAUTHENTICATED' } })
  })

  it('sends an idempotency key of its own run with every write', async () => {
    const sandbox = { time: '2026-01-05T09:00:00.000Z', seed: 'x', work_due: 0 }
    await using service = await loopbackService(
      json(sandbox),
      json(sandbox),
      json({ assets: [] }),
      refusal('ALREADY_EXISTS'),
    )
    const { exitCode, stdout, stderr } = await demo([], { env: keyFor(service.url) })
    expect(exitCode).toBe(3)
    expect(stdout).toContain('seed "x"')
    expect(stderr).toContain('ALREADY_EXISTS')
    expect(service.arrived.at(-1)?.headers['idempotency-key']).toMatch(/^demo-[0-9a-f]{8}-1$/)
  })

  it('ends at Ctrl-C', async () => {
    await using service = await loopbackService(silence)
    const controller = new AbortController()
    const running = demo([], { env: keyFor(service.url), signal: controller.signal })
    while (service.arrived.length === 0) await new Promise(setImmediate)
    controller.abort()
    expect((await running).exitCode).toBe(130)
  })

  it('needs a service', async () => {
    await using service = await loopbackService(hangUp)
    const { waits, wait } = recordedWaits()
    const { exitCode } = await demo(['--json'], { env: keyFor(service.url), wait })
    expect(exitCode).toBe(4)
    expect(backOffsOf(waits)).toEqual([200, 400, 800])
  })
})
