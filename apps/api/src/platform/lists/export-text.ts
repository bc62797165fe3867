/** How an export is written: its start, the rows of any number of batches, and its end. */
export interface ExportText {
  readonly contentType: string
  readonly begin: string
  /** `isFirst`: no row has been written before. */
  rows(items: readonly object[], isFirst: boolean): string
  readonly end: string
  /**
   * Text without meaning that may be written anywhere before the first row. Empty if there is none.
   */
  readonly pause: string
}

/** Well below the idle timeouts of clients and of proxies in between. */
const silenceMsMax = 4000

/**
 * The chunks of an export. An empty batch means that the search for rows continues. To keep the
 * connection open, one character of the start is then written from time to time, and after the
 * start the text without meaning.
 */
export async function* chunksOf(
  text: ExportText,
  batches: AsyncIterable<readonly object[]>,
  elapsedMs = () => performance.now(),
): AsyncGenerator<string, void, undefined> {
  let ahead = text.begin
  let isFirst = true
  let spokeMs = -Infinity
  for await (const items of batches) {
    if (items.length > 0) {
      yield ahead + text.rows(items, isFirst)
      ahead = ''
      isFirst = false
    } else if (isFirst && elapsedMs() - spokeMs >= silenceMsMax) {
      const sign = ahead === '' ? text.pause : ahead.slice(0, 1)
      ahead = ahead.slice(1)
      spokeMs = elapsedMs()
      if (sign !== '') yield sign
    }
  }
  if (ahead + text.end !== '') yield ahead + text.end
}
