import type { Effects } from '../context/effects.ts'
import { Progress } from '../terminal/progress.ts'
import { CsvRowCount, JsonRowCount } from './row-count.ts'

/**
 * Passes on the text of an export and shows how many rows have arrived. Shows nothing if the text
 * itself is shown on the terminal.
 */
export async function* withProgress(
  text: AsyncIterable<string>,
  format: 'csv' | 'json',
  io: Effects,
  { isQuiet }: { readonly isQuiet: boolean },
): AsyncGenerator<string, void, undefined> {
  const count = format === 'csv' ? new CsvRowCount() : new JsonRowCount()
  const progress = new Progress(io, { isQuiet })
  progress.start(() => rowsText(count.rows), { afterMs: 0 })
  try {
    for await (const chunk of text) {
      count.push(chunk)
      progress.update()
      yield chunk
    }
  } finally {
    progress.stop()
  }
}

const rowsText = (rows: number) => `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`
