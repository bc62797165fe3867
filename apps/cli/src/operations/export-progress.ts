import type { Io } from '../io.ts'
import { CsvRowCount, JsonRowCount } from './row-count.ts'

const betweenMs = 200

/**
 * Passes the text of an export on, and tells people on a terminal how far it is: a line on stderr that is
 * written over, and gone when the export is over. Where stderr is no terminal, or the text itself is shown on one,
 * nothing is told.
 */
export async function* withProgress(
  text: AsyncIterable<string>,
  format: 'csv' | 'json',
  io: Io,
  { isQuiet }: { readonly isQuiet: boolean },
): AsyncGenerator<string, void, undefined> {
  if (io.stderr.isTTY !== true || isQuiet) {
    yield* text
    return
  }
  const count = format === 'csv' ? new CsvRowCount() : new JsonRowCount()
  const begun = performance.now()
  let toldMs: number | undefined
  try {
    for await (const chunk of text) {
      count.push(chunk)
      const elapsedMs = performance.now() - begun
      if (toldMs === undefined || elapsedMs - toldMs >= betweenMs) {
        toldMs = elapsedMs
        io.stderr.write(`${wipe}${progressLine(count.rows, elapsedMs)}`)
      }
      yield chunk
    }
  } finally {
    if (toldMs !== undefined) io.stderr.write(wipe)
  }
}

/** Back to the beginning of the line, and everything on it gone. */
const wipe = '\r\u001b[2K'

function progressLine(rows: number, elapsedMs: number): string {
  const shown = rows.toLocaleString('en-US')
  return `${shown} ${rows === 1 ? 'row' : 'rows'}, ${Math.round(elapsedMs / 1000)} s …`
}
