import type { Io } from '../io.ts'
import { CsvRowCount, JsonRowCount } from './row-count.ts'

const betweenMs = 200

/**
 * Passes on the text of an export and shows its progress in one line on stderr, which is removed at
 * the
 * end. Shows nothing if stderr is not a terminal, or if the text itself is shown on the terminal.
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
  let shownMs: number | undefined
  try {
    for await (const chunk of text) {
      count.push(chunk)
      const elapsedMs = performance.now() - begun
      if (shownMs === undefined || elapsedMs - shownMs >= betweenMs) {
        shownMs = elapsedMs
        io.stderr.write(`${wipe}${progressLine(count.rows, elapsedMs)}`)
      }
      yield chunk
    }
  } finally {
    if (shownMs !== undefined) io.stderr.write(wipe)
  }
}

/** Moves to the start of the line and clears the line. */
const wipe = '\r\u001b[2K'

function progressLine(rows: number, elapsedMs: number): string {
  const shown = rows.toLocaleString('en-US')
  return `${shown} ${rows === 1 ? 'row' : 'rows'}, ${Math.round(elapsedMs / 1000)} s …`
}
