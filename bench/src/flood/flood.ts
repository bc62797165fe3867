import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { KeyPair } from '@vadium/client'

/** What a flood sends, in turn. With a body it is a write, with a key of its own. */
export interface Asked {
  readonly target: string
  readonly body?: string
}

export interface FloodOrder {
  readonly port: number
  /** The keys of the organization that floods. */
  readonly pairs: readonly KeyPair[]
  readonly notBeforeMs: number
  readonly connections: number
  readonly asked: readonly Asked[]
}

/** The number of answers by status. */
export type Answers = Readonly<Record<string, number>>

const floodProcess = fileURLToPath(new URL('./flood-process.js', import.meta.url))
const running = new Set<ChildProcess>()
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})

/** A process that sends more than the service can answer. */
export class Flood {
  readonly #child: ChildProcess

  constructor(order: FloodOrder) {
    this.#child = fork(floodProcess, { stdio: 'inherit' })
    running.add(this.#child)
    this.#child.once('exit', () => running.delete(this.#child))
    this.#child.send(order)
  }

  get pid(): number {
    return this.#child.pid ?? 0
  }

  /** Ends it. */
  async end(): Promise<Answers> {
    const reply = once(this.#child, 'message')
    this.#child.send('answers')
    const [answers] = (await reply) as readonly Answers[]
    const ended = once(this.#child, 'exit')
    this.#child.kill('SIGKILL')
    await ended
    return answers ?? {}
  }
}
