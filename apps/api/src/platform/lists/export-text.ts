/** How an export is written: its start, the rows of any number of batches, and its end. */
export interface ExportText {
  readonly contentType: string
  /** The start, in parts that may be written one after the other. */
  readonly begin: readonly string[]
  rows(items: readonly object[]): string
  /** What separates the rows of two batches. */
  readonly joint: string
  readonly end: string
  /**
   * White space that may be written between the start and the first row. Empty if there is none.
   */
  readonly pause: string
}

/** The rows of a batch; or their text, if it is written already in the format of the export. */
export type Batch<Row = object> = readonly Row[] | string

/** Well below the idle timeouts of clients and of proxies in between. */
const silenceMsMax = 4000

/**
 * The chunks of an export. An empty batch means that the search for rows continues. The first part
 * of the start is then written at once. So that the connection is not taken for dead, the next part
 * follows from time to time, and after the last one white space.
 */
export async function* chunksOf(
  text: ExportText,
  batches: AsyncIterable<Batch>,
  elapsedMs = () => performance.now(),
): AsyncGenerator<string, void, undefined> {
  const ahead = [...text.begin]
  let isFirst = true
  let wroteMs = -Infinity
  for await (const items of batches) {
    if (items.length > 0) {
      const rows = typeof items === 'string' ? items : text.rows(items)
      yield ahead.splice(0).join('') + (isFirst ? rows : text.joint + rows)
      isFirst = false
    } else if (isFirst && elapsedMs() - wroteMs >= silenceMsMax) {
      const part = ahead.shift() ?? text.pause
      wroteMs = elapsedMs()
      if (part !== '') yield part
    }
  }
  const rest = ahead.join('') + text.end
  if (rest !== '') yield rest
}
