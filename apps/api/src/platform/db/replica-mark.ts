import { randomUUID } from 'node:crypto'
import type { Connections } from './connection-shares.ts'
import { historyNow, type LogPosition } from './log-position.ts'
import { firstRow } from './rows-of.ts'

/** Half of the time after which other processes delete a mark. */
const renewedAfterMs = 86_400_000
/** While a replica is left out, it may be because somebody has deleted the mark. */
const renewedWhileLeftOutMs = 60_000
/** How long reads wait for a mark that is being written. Later ones do not wait for it. */
const waitMsMax = 200
/** How long nothing is written after a failure. */
const pauseMs = 1000

const write = `
  WITH deleted AS (
    DELETE FROM replica_marks WHERE written_at < now() - interval '2 days' RETURNING id)
  INSERT INTO replica_marks (id) VALUES ($1)
  RETURNING ${historyNow} AS history`

interface Mark {
  readonly id: string
  readonly history: string
  /** By the monotonic clock of this process. */
  readonly writtenAtMs: number
}

/**
 * A row that this process writes on the primary after each of its starts, and on each of its
 * timelines. Only a server that replays the log of this primary has it: no replica of another
 * installation, and none that has replayed what the primary has lost, whose positions say nothing.
 */
export class ReplicaMark {
  readonly #primary: Connections
  readonly #onFailure: (error: unknown) => void
  #mark: Mark | undefined
  #writing: { readonly ended: Promise<void>; readonly endMs: number } | undefined
  #pausedUntilMs = -Infinity

  /** @param onFailure Called when a mark could not be written. It is tried again. */
  constructor(primary: Connections, onFailure: (error: unknown) => void) {
    this.#primary = primary
    this.#onFailure = onFailure
  }

  /**
   * The id of the mark of the history of a position. Undefined if the primary has left that history,
   * or no mark could be written in time.
   */
  idOn(position: LogPosition): Promise<string | undefined> {
    return this.#idOn(position, renewedAfterMs)
  }

  /** Like {@link idOn}, for a look at a replica that is left out. */
  idForLook(position: LogPosition): Promise<string | undefined> {
    return this.#idOn(position, renewedWhileLeftOutMs)
  }

  async #idOn({ history }: LogPosition, ageMsMax: number): Promise<string | undefined> {
    const ageMs = performance.now() - (this.#mark?.writtenAtMs ?? -Infinity)
    if (this.#mark?.history !== history || ageMs > ageMsMax) await this.#renew()
    return this.#mark?.history === history ? this.#mark.id : undefined
  }

  /** Ends when a mark is written, or could not be, or takes too long. */
  async #renew(): Promise<void> {
    const nowMs = performance.now()
    if (this.#writing === undefined) {
      if (nowMs < this.#pausedUntilMs) return
      this.#writing = { ended: this.#write(), endMs: nowMs + waitMsMax }
    }
    const { ended, endMs } = this.#writing
    if (nowMs >= endMs) return
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, endMs - nowMs)
    })
    await Promise.race([ended, late])
    clearTimeout(timer)
  }

  async #write(): Promise<void> {
    const id = randomUUID()
    const writtenAtMs = performance.now()
    try {
      const row = await firstRow<{ history: string }>(this.#primary, {
        name: 'write replica mark',
        text: write,
        values: [id],
      })
      // The server that has written it decides: another connection may still lead to another one.
      this.#mark = { id, history: row?.history ?? '', writtenAtMs }
    } catch (error) {
      this.#pausedUntilMs = performance.now() + pauseMs
      this.#onFailure(error)
    } finally {
      this.#writing = undefined
    }
  }
}
