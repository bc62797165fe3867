/** Whether a time zone of this name is known. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

const dayMs = 24 * 60 * 60 * 1000

/**
 * The next time after `afterMs` at which clocks of the zone show `time` (`HH:MM`), in Unix
 * milliseconds. A time that clocks skip that day is taken as the time an hour later, and of one
 * that they show twice, the first is taken.
 */
export function nextTimeOfDay(afterMs: number, time: string, zone: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  for (let day = 0; day <= 2; day += 1) {
    const there = new Date(afterMs + offsetMs(afterMs, zone) + day * dayMs)
    const shown = Date.UTC(
      there.getUTCFullYear(),
      there.getUTCMonth(),
      there.getUTCDate(),
      hour,
      minute,
    )
    const instant = instantOf(shown, zone)
    if (instant > afterMs) return instant
  }
  return afterMs + dayMs
}

/** The instant at which clocks of the zone show a time, which is given as if it were UTC. */
function instantOf(shown: number, zone: string): number {
  const before = shown - offsetMs(shown - dayMs, zone)
  const after = shown - offsetMs(shown + dayMs, zone)
  const isShown = (instant: number) => instant + offsetMs(instant, zone) === shown
  // A skipped time is shown by neither.
  return isShown(before) || !isShown(after) ? before : after
}

/** How far clocks of the zone are ahead of UTC at an instant. */
function offsetMs(atMs: number, zone: string): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  }).formatToParts(atMs)
  const of = (type: string) => Number(parts.find((part) => part.type === type)?.value ?? 0)
  const shown = Date.UTC(
    of('year'),
    of('month') - 1,
    of('day'),
    of('hour'),
    of('minute'),
    of('second'),
  )
  return shown - Math.floor(atMs / 1000) * 1000
}
