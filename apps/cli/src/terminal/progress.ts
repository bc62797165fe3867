import type { Effects } from '../context/effects.ts'
import { printable } from './printable.ts'
import { clearBeforeWrites } from './write.ts'

const SHOWN_AFTER_MS = 1_000
const BETWEEN_MS = 200
const LENGTH_MAX = 70

/** Moves to the start of the line and clears the line. */
const wipe = '\r\u001b[2K'

/**
 * One line on stderr, if it is a terminal, that says what takes longer than a second. It makes room
 * for everything else that is written there, and is removed at the end.
 */
export class Progress {
  readonly #io: Effects
  readonly #isShown: boolean
  #say: () => string = () => ''
  #afterMs = 0
  #begunMs = 0
  #drawnMs: number | undefined
  #isDrawn = false
  #stopRepeating: (() => void) | undefined

  constructor(io: Effects, { isQuiet }: { readonly isQuiet: boolean }) {
    this.#io = io
    this.#isShown = io.stderr.isTTY === true && !isQuiet
  }

  /** Shows what a text says, from now on. */
  start(say: () => string, { afterMs = SHOWN_AFTER_MS } = {}): void {
    this.stop()
    if (!this.#isShown) return
    this.#say = say
    this.#afterMs = afterMs
    this.#begunMs = this.#io.elapsedMs()
    this.#stopRepeating = this.#io.repeat(BETWEEN_MS, () => this.update())
    this.#makeRoom(() => this.#clear())
  }

  /** Shows what the text says now, if it was not shown a moment ago. */
  update(): void {
    if (this.#stopRepeating === undefined) return
    const elapsedMs = this.#io.elapsedMs() - this.#begunMs
    const isDue = this.#drawnMs === undefined || elapsedMs - this.#drawnMs >= BETWEEN_MS
    if (elapsedMs < this.#afterMs || !isDue) return
    this.#drawnMs = elapsedMs
    this.#isDrawn = true
    const text = printable(this.#say()).slice(0, LENGTH_MAX)
    this.#io.stderr.write(`${wipe}${text}, ${Math.round(elapsedMs / 1000)} s …`)
  }

  stop(): void {
    if (this.#stopRepeating === undefined) return
    this.#stopRepeating()
    this.#stopRepeating = undefined
    this.#drawnMs = undefined
    this.#clear()
    this.#makeRoom(undefined)
  }

  async during<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    this.start(() => what)
    try {
      return await work()
    } finally {
      this.stop()
    }
  }

  #clear(): void {
    if (this.#isDrawn) this.#io.stderr.write(wipe)
    this.#isDrawn = false
  }

  #makeRoom(clear: (() => void) | undefined): void {
    const { stdout, stderr, columns } = this.#io
    clearBeforeWrites(stderr, clear)
    // On a terminal, both are the same screen.
    if (columns !== undefined) clearBeforeWrites(stdout, clear)
  }
}

/** `1,000 transfers`; without a count, that the service has not answered yet. */
export function countOf(count: number, things: string): string {
  return count === 0 ? 'waiting for the service' : `${count.toLocaleString('en-US')} ${things}`
}
