import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

const readerProcess = fileURLToPath(new URL('./reader-process.js', import.meta.url))

/** No process needs more open files than most systems allow it. */
const streamsOfAProcessMax = 2_500

/** Processes that hold streams open and read what arrives. */
export class IdleReaders {
  readonly #children: { readonly process: ChildProcess; streams: number }[] = []

  get count(): number {
    return this.#children.reduce((sum, { streams }) => sum + streams, 0)
  }

  /**
   * Opens streams until there are this many.
   * @throws Error if the service refuses one.
   */
  async openTo(wanted: number, port: number, signedRequest: () => Buffer): Promise<void> {
    while (this.count < wanted) {
      const child = this.#withRoom()
      const more = Math.min(wanted - this.count, streamsOfAProcessMax - child.streams)
      const requests = Array.from({ length: more }, () => signedRequest().toString('latin1'))
      const reply = once(child.process, 'message')
      child.process.send({ port, requests })
      const [outcome] = (await reply) as readonly unknown[]
      if (outcome !== 'open') throw new Error(String(outcome))
      child.streams += more
    }
  }

  /** Leaves all streams. */
  close(): void {
    for (const child of this.#children.splice(0)) child.process.kill('SIGKILL')
  }

  #withRoom() {
    const last = this.#children.at(-1)
    if (last !== undefined && last.streams < streamsOfAProcessMax) return last
    const child = { process: fork(readerProcess, { stdio: 'ignore' }), streams: 0 }
    this.#children.push(child)
    return child
  }
}
