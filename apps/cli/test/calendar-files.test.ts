import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { json, loopbackService } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-calendars-'))
})
afterAll(() => rm(folder, { recursive: true }))

const flags = ['--id', 'london', '--name', 'London', '--last-day', '2027-12-31']

async function set(text: string, argv: readonly string[] = flags) {
  const path = join(folder, 'days')
  await writeFile(path, text)
  await using service = await loopbackService(json(recorded.operations.setCalendar.answer))
  const ran = await vadium(['calendars', 'set', path, ...argv, '--yes'], {
    env: keyFor(service.url),
  })
  const [sent] = service.arrived
  return { ...ran, sent: sent && (JSON.parse(sent.body) as Record<string, unknown>) }
}

const holidaysOf = async (text: string, argv = flags) => {
  const { sent, stderr } = await set(text, argv)
  expect(stderr).toBe('')
  return sent?.['holidays']
}

const christmas = { date: '2026-12-25', name: 'Christmas Day' }
const boxingDay = { date: '2026-12-28', name: 'Boxing Day (substitute day)' }

/** Events as GOV.UK publishes them. */
const published = (...events: readonly (readonly string[])[]) =>
  [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'METHOD:PUBLISH',
    'PRODID:-//uk.gov/GOVUK calendars//EN',
    ...events.flatMap((lines, index) => [
      'BEGIN:VEVENT',
      `UID:${index}@gov.uk`,
      'DTSTAMP:20260101T000000Z',
      ...lines,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join('\r\n')

const dayOf = (day: string, name: string) => [`DTSTART;VALUE=DATE:${day}`, `SUMMARY:${name}`]

describe('calendars set with a file', () => {
  it('takes the days of iCalendar, in their order, with folded lines and escaped names', async () => {
    const text = published(
      ['DTEND;VALUE=DATE:20261229', ...dayOf('20261228', 'Boxing Day\r\n  (substitute day)')],
      ['DTEND;VALUE=DATE:20261226', ...dayOf('20261225', 'Christmas Day')],
      [...dayOf('20270101', 'New Year\\, observed'), 'STATUS:CONFIRMED'],
      [...dayOf('20270102', 'Withdrawn'), 'STATUS:CANCELLED'],
    )
    expect(await holidaysOf(text)).toEqual([
      christmas,
      boxingDay,
      { date: '2027-01-01', name: 'New Year, observed' },
    ])
  })

  it('takes each day of an event of several, and names a day of two events for both', async () => {
    const text = published(
      ['DTEND;VALUE=DATE:20260220', ...dayOf('20260217', 'Spring festival')],
      dayOf('20260218', 'Ash Wednesday'),
    )
    expect(await holidaysOf(text)).toEqual([
      { date: '2026-02-17', name: 'Spring festival' },
      { date: '2026-02-18', name: 'Spring festival, Ash Wednesday' },
      { date: '2026-02-19', name: 'Spring festival' },
    ])
  })

  it('follows days that repeat until the last day, without those that are taken out', async () => {
    const yearly = [
      ...dayOf('20251225', 'Christmas Day'),
      'RRULE:FREQ=YEARLY',
      'EXDATE;VALUE=DATE:20261225',
    ]
    expect(await holidaysOf(published(yearly))).toEqual([
      { date: '2025-12-25', name: 'Christmas Day' },
      { date: '2027-12-25', name: 'Christmas Day' },
    ])
    const { stderr, sent } = await set(published(yearly), ['--id', 'london', '--name', 'London'])
    expect(sent).toBeUndefined()
    expect(stderr).toContain('--last-day must be given')
  })

  it.each([
    ['words', '2026-12-25 Christmas Day\n2026-12-28 Boxing Day (substitute day)\n'],
    [
      'commas',
      'Date,Name\r\n2026-12-25,Christmas Day\r\n2026-12-28,Boxing Day (substitute day)\r\n',
    ],
    [
      'semicolons',
      '\u{feff}date;name\n2026-12-25;Christmas Day\n"2026-12-28";"Boxing Day (substitute day)";\n',
    ],
    ['tabs', '# closed\n\n2026-12-25\tChristmas Day\n2026-12-28\t Boxing Day (substitute day)'],
  ])('takes a day and its name from each line, with %s between them', async (_, text) => {
    expect(await holidaysOf(text)).toEqual([christmas, boxingDay])
  })

  it('takes quotes in a name, and a day without one', async () => {
    expect(await holidaysOf('2026-05-01\n2026-12-26,"The ""second"" day, observed"\n')).toEqual([
      { date: '2026-05-01' },
      { date: '2026-12-26', name: 'The "second" day, observed' },
    ])
  })

  it('takes any member from JSON, and the flags before them', async () => {
    const file = {
      ...{ id: 'london', name: 'London bank holidays', weekend: [5, 6], last_day: '2027-12-31' },
      holidays: [christmas],
    }
    const text = JSON.stringify(file)
    const { sent } = await set(text, ['--name', 'City of London', '--new-version', '2'])
    expect(sent).toEqual({ ...file, name: 'City of London', new_version: 2 })
    expect(await holidaysOf(JSON.stringify([christmas]))).toEqual([christmas])
  })

  it('asks for what neither the file nor a flag gives', async () => {
    const { exitCode, stderr } = await set('2026-12-25\n', ['--id', 'london'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--last-day: is missing')
    expect(stderr).toContain('--name: is missing')
  })

  it.each([
    ['a day that does not exist', '2026-12-25\n2026-02-30 x\n', 'line 2: must begin with a day'],
    ['days as the British write them', '25/12/2026 Christmas\n', 'line 1: must begin with a day'],
    ['a day twice', '2026-12-25 a\n\n2026-12-25 b\n', 'line 3: 2026-12-25 is in line 1 too'],
    ['no day', '# nothing\n', 'has no day'],
    ['a member of something else', '{"id":"x","holiday":[]}', 'has "holiday"'],
    ['broken JSON', '{"id":', 'must be JSON'],
    [
      'a time of a day',
      published(['DTSTART:20261224T170000Z', 'SUMMARY:Early close']),
      'an event at a time of the day: "Early close"',
    ],
    [
      'a moved day of a series',
      published(['RECURRENCE-ID;VALUE=DATE:20261225', ...dayOf('20261228', 'Moved')]),
      'moves a day of a series: "Moved"',
    ],
    ['broken iCalendar', 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnonsense', 'is no iCalendar'],
    ['events of nothing', published(), 'has no day'],
  ])('sends nothing of a file with %s', async (_, text, said) => {
    const { exitCode, stderr, sent } = await set(text)
    expect([exitCode, sent]).toEqual([2, undefined])
    expect(stderr).toContain(said)
  })

  it('sends nothing where the days are given twice, or the file is missing', async () => {
    const twice = await set('2026-12-25\n', [...flags, '--holidays', '[]'])
    expect(twice.stderr).toContain('is in the file')
    const missing = await vadium(['calendars', 'set', join(folder, 'none'), ...flags, '--yes'], {
      env: keyFor('http://127.0.0.1:1'),
    })
    expect(missing.stderr).toContain('cannot be read (ENOENT)')
  })
})
