import { setTimeout as wait } from 'node:timers/promises'
import type pg from 'pg'
import type { WriteRequests } from './write-requests.ts'
import type { WritingPair } from './write-scenario.ts'

/** The most that a step may take, before the measurement fails. */
const stepsWithinMs = 60_000

/** Steps of custody workers that always have a next one. */
export interface CustodySteps {
  readonly requests: number
  readonly perSecond: number
  /** The mean, from claiming an instruction until the answer of its custodian is recorded. */
  readonly msEach: number
}

/** Instructions that no worker finds due until they are measured. */
export class CustodyBacklog {
  readonly #owner: pg.Client
  readonly #pairs: readonly WritingPair[]
  readonly #requests: WriteRequests

  constructor(owner: pg.Client, pairs: readonly WritingPair[], requests: WriteRequests) {
    this.#owner = owner
    this.#pairs = pairs
    this.#requests = requests
  }

  /**
   * Makes so many instructions of the first pairs that no custodian has been sent, and puts them off.
   */
  async fill(pairs: number, count: number): Promise<void> {
    await this.putOff()
    const missing = count - (await this.#unsent(pairs, count)).length
    if (missing <= 0) return
    const acceptances = await this.#requests.prepare('accept order', pairs, Math.ceil(missing / 2))
    await this.#requests.send(acceptances, 16)
    await this.putOff()
  }

  /**
   * No instruction is due for some minutes. A step that is under way sets a time of its own at its
   * end. One that was due in more than ten minutes would be taken for one of a clock that was set back.
   */
  async putOff(): Promise<void> {
    for (;;) {
      const { rowCount } = await this.#owner.query(
        `UPDATE instructions SET due_at = now() + interval '9 minutes'
         WHERE claim IS NULL AND due_at < now() + interval '5 minutes'`,
      )
      const { rows: claimed } = await this.#owner.query(
        'SELECT FROM instructions WHERE claim IS NOT NULL LIMIT 1',
      )
      if (rowCount === 0 && claimed.length === 0) return
      await wait(5)
    }
  }

  /**
   * The first step of so many instructions, which sends each of them. It is measured from the end
   * of the first steps, because idle workers look for due instructions twice a second.
   */
  async work(pairs: number, count: number, workers: number): Promise<CustodySteps> {
    const ids = await this.#unsent(pairs, count)
    await this.#owner.query('UPDATE instructions SET due_at = now() WHERE transfer_id = ANY ($1)', [
      ids,
    ])
    const deadline = performance.now() + stepsWithinMs
    let first: { readonly ended: number; readonly atMs: number } | undefined
    for (;;) {
      const ended = ids.length - (await this.#unended(ids))
      const atMs = performance.now()
      if (ended > 0) first ??= { ended, atMs }
      if (first !== undefined && ended === ids.length) {
        const perSecond = ((ended - first.ended) * 1000) / (atMs - first.atMs)
        return { requests: ended, perSecond, msEach: (workers * 1000) / perSecond }
      }
      if (atMs > deadline) throw new Error(`custodians were asked ${ended} of ${ids.length} times`)
      await wait(2)
    }
  }

  async #unsent(pairs: number, count: number): Promise<string[]> {
    const { rows } = await this.#owner.query<{ id: string }>(
      `SELECT id FROM (
         SELECT transfer_id AS id, lender_id,
           row_number() OVER (PARTITION BY lender_id ORDER BY sequence) AS turn
         FROM instructions
         WHERE due_at IS NOT NULL AND NOT maybe_sent AND lender_id = ANY ($1)) i
       ORDER BY turn, lender_id LIMIT $2`,
      [this.#pairs.slice(0, pairs).map(({ lender }) => lender.id), count],
    )
    return rows.map(({ id }) => id)
  }

  async #unended(ids: readonly string[]): Promise<number> {
    const { rows } = await this.#owner.query<{ count: number }>(
      `SELECT count(*)::int FROM instructions
       WHERE transfer_id = ANY ($1) AND (NOT maybe_sent OR claim IS NOT NULL)`,
      [ids],
    )
    return rows[0]?.count ?? 0
  }
}
