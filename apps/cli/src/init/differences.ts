import type { CommandIssue } from '../errors/command-error.ts'

type Members = Readonly<Record<string, unknown>>

/** What an existing thing has otherwise than the file. */
export function differences(field: string, wanted: Members, existing: Members): CommandIssue[] {
  return Object.entries(wanted)
    .filter(([member, value]) => !isSame(value, existing[member]))
    .map(([member, value]) => ({
      field: `${field}.${member}`,
      issue: `is ${JSON.stringify(existing[member])} already, but ${JSON.stringify(value)} here`,
    }))
}

function isSame(wanted: unknown, existing: unknown): boolean {
  if (Array.isArray(wanted) && Array.isArray(existing)) {
    return sorted(wanted) === sorted(existing)
  }
  return plain(wanted) === plain(existing)
}

const sorted = (list: readonly unknown[]) => JSON.stringify(list.map(String).sort())

/** A decimal without the zeros at its end: 105.0 is 105. */
function plain(value: unknown): string {
  const text = String(value)
  if (!/^-?\d{1,100}\.\d{1,40}$/.test(text)) return text
  let end = text.length
  while (text[end - 1] === '0') end -= 1
  return text.slice(0, text[end - 1] === '.' ? end - 1 : end)
}
