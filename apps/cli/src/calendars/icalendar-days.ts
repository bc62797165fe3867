import { type NamedDay, NoDays } from './days.ts'

/** More than a calendar of the service may have, so an endless series ends. */
const daysMax = 4000

/**
 * The days of the events of an iCalendar file, each of which lasts whole days. Events that repeat
 * are followed until a last day; cancelled ones are left out.
 *
 * @throws NoDays for another file, or for an event that is no holiday.
 */
export async function daysOfIcalendar(
  text: string,
  lastDay: string | undefined,
): Promise<NamedDay[]> {
  // Loaded only if it is needed.
  const { default: ical } = await import('ical.js')
  const names = new Map<string, string[]>()
  for (const component of eventsOf(ical, text)) {
    if (valueOf(component, 'status').toUpperCase() === 'CANCELLED') continue
    const event = new ical.Event(component)
    const name = valueOf(component, 'summary').trim()
    for (const date of daysOfEvent(event, name, lastDay)) {
      if (names.size >= daysMax) throw new NoDays(`has more than ${daysMax} days`)
      names.set(date, [...(names.get(date) ?? []), ...(name === '' ? [] : [name])])
    }
  }
  return [...names]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([date, called]) => ({ date, ...(called.length > 0 && { name: called.join(', ') }) }))
}

type Ical = typeof import('ical.js').default
type Event = InstanceType<Ical['Event']>
type Component = InstanceType<Ical['Component']>

function valueOf(component: Component, property: string): string {
  const value = component.getFirstPropertyValue(property)
  return typeof value === 'string' ? value : ''
}

function eventsOf(ical: Ical, text: string) {
  try {
    // A file may have several calendars, one after the other.
    const parsed = ical.parse(text) as unknown[]
    const calendars = (typeof parsed[0] === 'string' ? [parsed] : parsed) as unknown[][]
    return calendars.flatMap((calendar) =>
      new ical.Component(calendar).getAllSubcomponents('vevent'),
    )
  } catch (error) {
    throw new NoDays(`is no iCalendar: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function* daysOfEvent(event: Event, name: string, lastDay: string | undefined): Generator<string> {
  const called = JSON.stringify(name)
  const start = firstDayOf(event, called)
  const days = Math.max(1, Math.round(event.duration.toSeconds() / 86_400))
  if (days > 31) throw new NoDays(`has an event of ${days} days: ${called}`)
  if (!event.isRecurring()) {
    yield* daysFrom(start, days)
    return
  }
  if (lastDay === undefined) {
    throw new NoDays(`has days that repeat, so --last-day must be given: ${called}`)
  }
  const repeated = event.iterator()
  for (let count = 0; count < daysMax; count += 1) {
    const next = repeated.next() as Event['startDate'] | null | undefined
    if (next === null || next === undefined || dayOf(next) > lastDay) return
    yield* daysFrom(next, days)
  }
}

function firstDayOf(event: Event, called: string): Event['startDate'] {
  const { startDate: start } = event as { startDate: Event['startDate'] | null }
  if (start === null) throw new NoDays(`has an event without a day: ${called}`)
  if (!start.isDate) throw new NoDays(`has an event at a time of the day: ${called}. Take it out`)
  if (event.isRecurrenceException()) {
    throw new NoDays(`moves a day of a series: ${called}. List the days of the series`)
  }
  return start
}

function* daysFrom(start: Event['startDate'], days: number): Generator<string> {
  const day = start.clone()
  for (let count = 0; count < days; count += 1) {
    yield dayOf(day)
    day.adjust(1, 0, 0, 0)
  }
}

const dayOf = ({ year, month, day }: Event['startDate']) =>
  [String(year).padStart(4, '0'), ...[month, day].map((n) => String(n).padStart(2, '0'))].join('-')
