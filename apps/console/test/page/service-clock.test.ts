import { expect, it } from 'vitest'
import { ServiceClock } from '../../src/service/service-clock.ts'

const second = Date.parse('2026-03-02T12:00:00.000Z')
const date = 'Mon, 02 Mar 2026 12:00:00 GMT'
const next = 'Mon, 02 Mar 2026 12:00:01 GMT'

it('is the clock of the machine as long as both may agree', () => {
  const clock = new ServiceClock()
  expect(clock.aheadMs).toBe(0)
  clock.observe(date, second + 200, second + 260)
  clock.observe(next, second + 1_900, second + 2_500)
  expect(clock.aheadMs).toBe(0)
})

it('is ahead by the middle of what the answers allow, and closer with each', () => {
  const clock = new ServiceClock()
  const sentMs = second - 90_000
  clock.observe(date, sentMs, sentMs + 100)
  expect(clock.aheadMs).toBe(90_450)
  // The second has changed 300 ms after the request was sent, so the answer narrows it further.
  clock.observe(next, sentMs + 300, sentMs + 320)
  expect(clock.aheadMs).toBe(90_840)
})

it('follows a clock that was set', () => {
  const clock = new ServiceClock()
  clock.observe(date, second - 90_000, second - 89_990)
  clock.observe(date, second + 500, second + 510)
  expect(clock.aheadMs).toBe(0)
})

it.each([null, 'soon'])('is not changed by an answer with the date %s', (text) => {
  const clock = new ServiceClock()
  clock.observe(text, 0, 0)
  expect(clock.aheadMs).toBe(0)
})
