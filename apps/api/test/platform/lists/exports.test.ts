import { exportPositions } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { StreamedText } from '../../../src/platform/http/streamed-text.ts'
import { Exports } from '../../../src/platform/lists/exports.ts'
import type { ReadPage } from '../../../src/platform/lists/list.ts'
import { Refusal } from '../../../src/platform/refusal.ts'
import { createLogger } from '../../../src/platform/telemetry/log.ts'

const log: string[] = []
const logger = createLogger('info', { write: (line) => void log.push(line) })
const refusal = new Refusal('UNAUTHENTICATED')

/** One place, and a clock that the test turns. */
function onePlace() {
  let nowMs = 0
  const exports = new Exports(logger, {
    process: 1,
    organization: 1,
    bytesPerSecondMin: 1024,
    now: () => nowMs,
  })
  const ask = (organizationId: string, read: ReadPage<object>) =>
    exports.answer(exportPositions, { caller: { organizationId }, query: {}, requestId: '' }, read)
  const open = async (organizationId: string, read: ReadPage<object> = endless) => {
    const answer = await ask(organizationId, read)
    if (!(answer instanceof StreamedText)) throw new Error(`it was refused: ${answer.reason}`)
    return answer.chunks[Symbol.asyncIterator]()
  }
  return { exports, ask, open, pass: (ms: number) => (nowMs += ms) }
}
const endless: ReadPage<object> = () => Promise.resolve({ items: [{ id: 1 }], end: 'more' })

describe('an export', () => {
  it('is refused, and takes no place, when its first page is', async () => {
    const { exports, ask } = onePlace()
    expect(await ask('one', () => Promise.resolve(refusal))).toBe(refusal)
    expect(exports.open).toBe(0)
  })

  it('takes no place when its first page fails', async () => {
    const { exports, ask } = onePlace()
    await expect(ask('one', () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
    expect(exports.open).toBe(0)
  })

  it('is cut off when a later page is refused, and gives its place back', async () => {
    const { exports, open } = onePlace()
    const pages = [await endless(undefined, 1), refusal]
    const chunks = await open('one', () => Promise.resolve(pages.shift() ?? refusal))
    await chunks.next()
    await expect(chunks.next()).rejects.toThrow('it was refused: UNAUTHENTICATED')
    expect(exports.open).toBe(0)
    expect(log.at(-1)).toMatch(/"level":"info".*export cut off/)
  })

  it('is cut off when it is read too slowly and another one needs its place', async () => {
    const { exports, open, pass } = onePlace()
    const slow = await open('one')
    await slow.next()
    pass(4000)
    const another = await open('another')
    expect(exports.open).toBe(1)
    await expect(slow.next()).rejects.toThrow('its reader was too slow while another waited')
    expect(log.at(-1)).toMatch(/"level":"info".*export cut off/)
    expect(await another.next()).toMatchObject({ done: false })
    expect(exports.open).toBe(1)
  })
})
