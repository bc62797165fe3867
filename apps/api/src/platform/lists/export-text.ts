/** How an export is written: its beginning, the rows of any number of batches, and its end. */
export interface ExportText {
  readonly contentType: string
  readonly begin: string
  /** `isFirst`: no row was written before these. */
  rows(items: readonly object[], isFirst: boolean): string
  readonly end: string
  /** What may stand anywhere before the first row and says nothing. Empty: nothing may. */
  readonly pause: string
}

/** Well within the time for which readers, and whatever is between them and the service, bear silence. */
const silenceMsMax = 4000

/**
 * The chunks of an export. An empty batch says that rows are still looked for: at times a piece of the beginning goes
 * out then, one character at a time, so that it lasts, and after it what says nothing.
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
