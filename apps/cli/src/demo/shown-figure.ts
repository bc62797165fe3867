import { Decimal, formatDecimal } from '@vadium/margin'

/** A decimal of the wire with its thousands set apart: `7125000.00` as `7,125,000.00`. No digit is lost. */
export function grouped(decimal: string): string {
  const [, sign = '', whole = '', rest = ''] = /^(-?)(\d+)(.*)$/.exec(decimal) ?? []
  if (whole === '') return decimal
  return `${sign}${whole.replace(/\B(?=(?:\d{3})+$)/g, ',')}${rest}`
}

/** A quantity of something. */
export function quantity(decimal: string, unit: string): string {
  return `${grouped(decimal)} ${unit}`
}

/** By how much a price has moved, in percent, to be read and not computed with. */
export function change(from: string, to: string): string {
  const percent = new Decimal(to).minus(from).times(100).div(from).toDecimalPlaces(2)
  const text = formatDecimal(percent, 2)
  return percent.isNegative() ? `${text} %` : `+${text} %`
}

/** A time of the book for people, UTC: `Tue 6 Jan 2026, 09:30`. */
export function bookTime(time: string): string {
  const [weekday = '', day = '', month = '', year = '', clock = ''] = new Date(time)
    .toUTCString()
    .split(' ')
  return `${weekday.slice(0, 3)} ${Number(day)} ${month} ${year}, ${clock.slice(0, 5)}`
}

/** The hour of it alone. */
export function bookHour(time: string): string {
  return time.slice('yyyy-mm-ddT'.length, 'yyyy-mm-ddThh:mm'.length)
}

/** Words in as many lines as they need. */
export function wrapped(words: readonly string[], width: number, gap = ' '): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of words) {
    if (line === '') line = word
    else if (`${line}${gap}${word}`.length <= width) line += `${gap}${word}`
    else {
      lines.push(`${line}${gap.trimEnd()}`)
      line = word
    }
  }
  return line === '' ? lines : [...lines, line]
}
