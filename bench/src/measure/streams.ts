import { setTimeout as wait } from 'node:timers/promises'
import { signatureWindowMs } from '@vadium/schema'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, startContestant } from '../contestants/contestant.ts'
import { type ServedBook, streamingServiceEntry } from '../contestants/entries.ts'
import type { ProcessMemory } from '../contestants/process-memory.ts'
import type { SignedRequests } from '../load/signed-requests.ts'
import type { Options } from '../options.ts'
import { IdleReaders } from '../streams/idle-readers.ts'

/** What one idle stream adds to the memory of the service, in KiB. */
export interface StreamFigures {
  readonly streams: number
  readonly heapKiB: number
  readonly externalKiB: number
  readonly residentKiB: number
}

interface StreamedBook extends ServedBook {
  readonly deskRequests: SignedRequests
}

/** What the first streams compile and cache is not part of the cost of each. */
const firstStreams = 200
/** Each stream has sent a keep-alive by then, and nothing of its opening is left. */
const quietMs = 25_000

/** Opens idle streams of eight organizations, and measures the memory they hold. */
export async function measureStreams(
  book: StreamedBook,
  { streams: sizes }: Options,
): Promise<readonly StreamFigures[]> {
  const service = await startContestant(streamingServiceEntry(book))
  const readers = new IdleReaders()
  const stop = () => {
    readers.close()
    return service.stop()
  }
  atTheEnd(stop)
  // Until then, the service refuses what was signed before its start.
  await wait(signatureWindowMs + 1000)
  const opened = async (streams: number) => {
    await readers.openTo(streams, service.port, () => book.deskRequests.get('/events:stream'))
    return settled(service)
  }
  const before = await opened(firstStreams)
  const figures: StreamFigures[] = []
  for (const streams of sizes) {
    const after = await opened(streams)
    const each = (of: keyof ProcessMemory) =>
      (after[of] - before[of]) / (streams - firstStreams) / 1024
    figures.push({
      streams,
      heapKiB: each('heap'),
      externalKiB: each('external'),
      residentKiB: each('resident'),
    })
  }
  await stop()
  return figures
}

async function settled(service: Contestant): Promise<ProcessMemory> {
  await wait(quietMs)
  return service.memory()
}
