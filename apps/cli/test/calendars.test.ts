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

it('names the versions of the calendars of terms that are proposed', async () => {
  const agreement = recorded.operations.proposeTerms.answer
  const calendar = { ...recorded.operations.setCalendar.answer, version: 3 }
  const calendars = [{ ...calendar, id: 'paris' }, calendar]
  const terms = { ...agreement.versions[0]?.terms, calendars: ['london'] }
  const propose = async (...words: string[]) => {
    await using service = await loopbackService(
      json(words.length === 0 ? { calendars, next_page_token: null } : agreement),
      json(agreement),
    )
    const given = ['--terms', JSON.stringify(terms), '--yes', ...words]
    const line = ['agreements', 'propose', agreement.id, '2', ...given]
    const { exitCode: code } = await vadium(line, { env: keyFor(service.url) })
    const sent = service.arrived.at(-1)?.body ?? ''
    return [code, service.arrived.length, (JSON.parse(sent) as typeof seen).calendar_versions]
  }
  const seen = { calendar_versions: [{ id: 'london', version: 3 }] }
  expect(await propose()).toEqual([0, 2, seen.calendar_versions])
  const named = JSON.stringify([{ id: 'london', version: 2 }])
  expect(await propose('--calendar-versions', named)).toEqual([0, 1, JSON.parse(named)])
})
