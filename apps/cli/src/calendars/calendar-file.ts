import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { readTextFile } from '../files/text-input.ts'
import { parseJson } from '../schemas/schema-faults.ts'
import { daysOfLines } from './day-lines.ts'
import { type NamedDay, NoDays } from './days.ts'
import { daysOfIcalendar } from './icalendar-days.ts'

/** Members of a calendar, as the service takes them. */
export type GivenMembers = Readonly<Record<string, unknown>>

/**
 * What a file says of a calendar: its holidays, from iCalendar, a table or a plain list; or any of
 * its members, from JSON.
 *
 * @param lastDay the last day of the calendar, if it is given besides.
 * @throws CommandError if it cannot be read, or is none of these.
 */
export async function readCalendarFile(
  path: string,
  lastDay: string | undefined,
  io: Pick<Effects, 'files' | 'signal' | 'stdin'>,
): Promise<GivenMembers> {
  const text = (await readTextFile(path, io)).replace(/^\u{feff}/u, '')
  try {
    const members = await membersOf(text, lastDay)
    const { holidays } = members
    if (Array.isArray(holidays) && holidays.length === 0) throw new NoDays('has no day')
    return members
  } catch (error) {
    if (!(error instanceof NoDays)) throw error
    throw new CommandError('Not sent: the file has no days of a calendar.', [
      { field: path === '-' ? 'standard input' : path, issue: error.message },
    ])
  }
}

async function membersOf(text: string, lastDay: string | undefined): Promise<GivenMembers> {
  const begin = text.trimStart().slice(0, 15).toUpperCase()
  if (begin === 'BEGIN:VCALENDAR') return { holidays: await daysOfIcalendar(text, lastDay) }
  if (begin.startsWith('[') || begin.startsWith('{')) return membersOfJson(text)
  return { holidays: daysOfLines(text) satisfies readonly NamedDay[] }
}

/** A calendar with its members, or the list of its holidays alone. */
function membersOfJson(text: string): GivenMembers {
  const read = parseJson(text)
  if ('issue' in read) throw new NoDays(read.issue)
  const { value } = read
  return Array.isArray(value) ? { holidays: value } : (value as GivenMembers)
}
