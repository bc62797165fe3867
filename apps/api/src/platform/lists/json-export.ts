import type { ExportText } from './export-text.ts'
import type { ExportedList } from './exported-list.ts'

/** The same JSON as a list with a single page. */
export function jsonText({ member }: ExportedList): ExportText {
  return {
    contentType: 'application/json; charset=utf-8',
    begin: [`{${JSON.stringify(member)}:[`],
    rows: (items) => items.map((item) => JSON.stringify(item)).join(','),
    joint: ',',
    end: ']}',
    pause: '\n',
  }
}
