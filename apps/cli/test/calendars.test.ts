import { expect, it } from 'vitest'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { json, loopbackService } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const call = recorded.operations.getMarkToMarketRequest.answer
const answer_day = {
  day: '2026-11-30',
  response_time: '17:00',
  time_zone: 'America/New_York',
  notification_time: '13:00',
  reason: 'cure_time',
  reason_day: '2026-11-27',
}

async function shown(day: object | null) {
  const answer = { ...call, expire_time: '2026-11-30T22:00:00.000Z', answer_day: day }
  await using service = await loopbackService(json(answer))
  return (await vadium(['m2m', 'get', call.id], { env: keyFor(service.url) })).stdout
}

it('says until when a call can be answered, and why', async () => {
  expect(await shown(answer_day)).toContain(
    'Until Mon 30 Nov 17:00 New York (22:00 UTC), because its cure time ends after 17:00 on Fri 27 Nov',
  )
})

it('says until when alone, for a reason that it does not know', async () => {
  const text = await shown({ ...answer_day, day: '2026-12-01', reason: 'tides' })
  expect(text).toContain('Until Tue 1 Dec 17:00 New York (Mon 30 Nov 22:00 UTC)\n')
})

it('says nothing of a day for a call without one', async () => {
  expect(await shown(null)).toMatch(/answer day +none/)
})
