import type { Scenario } from '@vadium/api/scenario'
import { timestamp } from '../../calendar.ts'
import { foundingTime } from '../times.ts'

/** The bank holidays of England and Wales, as GOV.UK has published them. */
const ofLondon = [
  ['2026-01-01', "New Year's Day"],
  ['2026-04-03', 'Good Friday'],
  ['2026-04-06', 'Easter Monday'],
  ['2026-05-04', 'Early May bank holiday'],
  ['2026-05-25', 'Spring bank holiday'],
  ['2026-08-31', 'Summer bank holiday'],
  ['2026-12-25', 'Christmas Day'],
  ['2026-12-28', 'Boxing Day (substitute day)'],
  ['2027-01-01', "New Year's Day"],
  ['2027-03-26', 'Good Friday'],
  ['2027-03-29', 'Easter Monday'],
  ['2027-05-03', 'Early May bank holiday'],
  ['2027-05-31', 'Spring bank holiday'],
  ['2027-08-30', 'Summer bank holiday'],
  ['2027-12-27', 'Christmas Day (substitute day)'],
  ['2027-12-28', 'Boxing Day (substitute day)'],
] as const

export const calendars = (): NonNullable<Scenario['calendars']> => [
  {
    id: 'london',
    name: 'London bank holidays',
    weekend: [6, 7],
    holidays: ofLondon.map(([date, name]) => ({ date, name })),
    last_day: '2027-12-31',
    created_at: timestamp(foundingTime),
  },
]
