import { randomUUID } from 'node:crypto'
import type { Connections } from './connection-shares.ts'
import type { LogPosition } from './log-position.ts'
import { firstRow } from './rows-of.ts'

/** Half of the time after which other processes delete a mark. */
const renewedAfterMs = 86_400_000

const write = `
  WITH deleted AS (
    DELETE FROM replica_marks WHERE written_at < now() - interval '2 days' RETURNING id)
  INSERT INTO replica_marks (id) VALUES ($1)
  RETURNING left(pg_walfile_name(pg_current_wal_lsn()), 8) AS timeline`

interface Mark {
  readonly id: string
  readonly timeline: string
  /** By the monotonic clock of this process. */
  readonly writtenAtMs: number
}

/**
 * A row that this process writes on the primary, on each of its timelines. Only a server that
 * replays the log of this primary on this timeline has it: no replica of another installation, and
 * none that followed a former primary further than the new one did, whose positions say nothing.
 */
export class ReplicaMark {
  readonly #primary: Connections
  #mark: Mark | undefined
  #writing: Promise<Mark> | undefined

  constructor(primary: Connections) {
    this.#primary = primary
  }

  /** The id of the mark of a timeline. Undefined if the primary has left that timeline. */
  async idOn({ timeline }: LogPosition): Promise<string | undefined> {
    let mark = this.#mark
    const isOld = mark === undefined || performance.now() - mark.writtenAtMs > renewedAfterMs
    if (isOld || mark?.timeline !== timeline) {
      this.#writing ??= this.#write().finally(() => {
        this.#writing = undefined
      })
      mark = await this.#writing
    }
    return mark.timeline === timeline ? mark.id : undefined
  }

  async #write(): Promise<Mark> {
    const id = randomUUID()
    const writtenAtMs = performance.now()
    const row = await firstRow<{ timeline: string }>(this.#primary, {
      name: 'write replica mark',
      text: write,
      values: [id],
    })
    // The server that has written it decides: another connection may still lead to another one.
    const mark = { id, timeline: row?.timeline ?? '', writtenAtMs }
    this.#mark = mark
    return mark
  }
}
