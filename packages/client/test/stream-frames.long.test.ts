import { expect, it } from 'vitest'
import { bytesOf, chunks, read, spellings } from './read-chunks.ts'
import { eventOf } from './scripted-log.ts'

const lineEnds = new Set(Buffer.from('\r\n'))

/** Around each end of a line, in the first line, and at some places in the middle of others. */
const placesToSplit = (bytes: Buffer) =>
  Array.from({ length: bytes.length + 1 }, (_, at) => at).filter(
    (at) =>
      at < 12 ||
      at % 16 === 0 ||
      [at - 2, at - 1, at, at + 1].some((near) => lineEnds.has(bytes[near] ?? 0)),
  )

it.each(spellings)(
  'a frame may be split anywhere, with %s',
  async (_, whole) => {
    const bytes = bytesOf(whole)
    for (const at of placesToSplit(bytes)) {
      const { events } = await read(chunks(bytes.subarray(0, at), bytes.subarray(at)))
      expect(events).toEqual([eventOf('e1'), eventOf('e2')])
    }
  },
  30_000,
)
