import { setImmediate as turn } from 'node:timers/promises'
import type { ProcessMemory } from './process-memory.ts'

process.on('message', () => {
  void memoryNow().then((memory) => process.send?.(memory))
})
// The channel does not keep a process that wants to end.
process.channel?.unref()

/** Some objects become garbage only when others have been collected. */
async function memoryNow(): Promise<ProcessMemory> {
  for (let time = 0; time < 3; time += 1) {
    globalThis.gc?.()
    await turn()
  }
  const { heapUsed: heap, external, rss: resident } = process.memoryUsage()
  return { heap, external, resident }
}
