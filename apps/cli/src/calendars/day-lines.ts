import { isDay, type NamedDay, NoDays } from './days.ts'

/**
 * Reads a day and its name from each line: `2026-12-28 Boxing Day`, or with a comma, a semicolon or
 * a tab between them, as tables are saved. Empty lines, headings and lines that begin with `#` say
 * nothing.
 *
 * @throws NoDays that names the first line that is none, or a day that is there twice.
 */
export function daysOfLines(text: string): NamedDay[] {
  const days: NamedDay[] = []
  const places = new Map<string, number>()
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    const words = line.trim()
    const place = index + 1
    if (words === '' || words.startsWith('#')) continue
    if (days.length === 0 && isHeading(words)) continue
    const day = dayOf(words)
    if (day === undefined) {
      throw new NoDays(
        `line ${place}: must begin with a day such as 2026-12-28, not ${shown(words)}`,
      )
    }
    const earlier = places.get(day.date)
    if (earlier !== undefined) {
      throw new NoDays(`line ${place}: ${day.date} is in line ${earlier} too`)
    }
    places.set(day.date, place)
    days.push(day)
  }
  return days
}

/** The first line of a table: words, and no digit. */
const isHeading = (words: string) => /^"?(?:date|day)\b[^0-9]*$/i.test(words)

const dayLength = '2026-12-28'.length

function dayOf(words: string): NamedDay | undefined {
  const isQuoted = words.startsWith('"')
  const text = isQuoted ? words.slice(1) : words
  const [date, rest] = [text.slice(0, dayLength), text.slice(dayLength)]
  const after = isQuoted && rest.startsWith('"') ? rest.slice(1) : rest
  if (!isDay(date) || !/^(?:[\s,;]|$)/.test(after)) return undefined
  const name = unquoted(withoutSeparators(after))
  return { date, ...(name !== '' && { name }) }
}

/** Without the separator before it, and those of empty columns behind it. */
function withoutSeparators(field: string): string {
  const isSeparator = (character: string | undefined) => character === ',' || character === ';'
  let text = field.trim()
  if (isSeparator(text[0])) text = text.slice(1).trim()
  while (isSeparator(text.at(-1))) text = text.slice(0, -1).trim()
  return text
}

function unquoted(field: string): string {
  const isQuoted = field.length > 1 && field.startsWith('"') && field.endsWith('"')
  return isQuoted ? field.slice(1, -1).replaceAll('""', '"').trim() : field
}

const shown = (words: string) =>
  JSON.stringify(words.length > 40 ? `${words.slice(0, 40)}…` : words)
