import type { ExportText } from './export-text.ts'
import type { ExportedList } from './exported-list.ts'

/** The same JSON as a list that has one page. */
export function jsonText({ member }: ExportedList): ExportText {
  return {
    contentType: 'application/json; charset=utf-8',
    begin: (items) => `{${JSON.stringify(member)}:[${joined(items)}`,
    more: (items) => (items.length === 0 ? '' : `,${joined(items)}`),
    end: ']}',
  }
}

function joined(items: readonly object[]): string {
  return items.map((item) => JSON.stringify(item)).join(',')
}
