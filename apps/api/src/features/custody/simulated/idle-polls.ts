import type { Pool } from 'pg'
import { firstPollFrom } from '../poll-times.ts'
import { readScript, stageAt } from './simulated-script.ts'
import { simulatedReport } from './simulated-statuses.ts'

/**
 * Stages of the default script are shorter than this. Their end is polled for, as with a real
 * custodian.
 */
const shortStageMs = 10_000

/** What the book and the simulated custodian know of an instruction that is polled. */
interface WaitingPoll {
  readonly transferId: string
  /** RFC 3339, like the next ones. */
  readonly createdAt: string
  readonly dueAt: string
  readonly submittedAt: string
  readonly quantity: string
  /** The last answer, as the transfer shows it. */
  readonly providerState: string
  readonly requestState: string | null
  readonly label: string
  readonly custodianName: string
  readonly script: unknown
}

interface IdlePoll {
  readonly transferId: string
  readonly createdMs: number
  readonly dueMs: number
  readonly dueAt: string
  /**
   * When the answer changes by itself, in Unix milliseconds. Infinity if it waits for a decision.
   */
  readonly untilMs: number
}

/**
 * Postpones polls of simulated custodians whose answer cannot have changed. The answer changes at a
 * time that the script gives, or by a decision, so a sandbox need not poll before. The postponed
 * polls keep the times they would have had, and the first one with a new answer comes at its usual
 * time.
 */
export class IdlePolls {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /**
   * The instructions with idle polls, and the time of the first poll that is not idle, in Unix
   * milliseconds.
   */
  async next(): Promise<{ readonly transferIds: readonly string[]; readonly nextMs: number }> {
    const polls = await this.#read()
    const times = polls.map(({ createdMs, dueMs, untilMs }) =>
      firstPollFrom(createdMs, dueMs, untilMs),
    )
    return {
      transferIds: polls.map(({ transferId }) => transferId),
      nextMs: times.reduce((first, time) => Math.min(first, time), Infinity),
    }
  }

  /** Postpones the idle polls that are due at `nowMs`, in Unix milliseconds. */
  async putOff(nowMs: number): Promise<void> {
    const due = (await this.#read()).filter(({ dueMs }) => dueMs <= nowMs)
    if (due.length === 0) return
    const after = due.map(({ createdMs, dueMs, untilMs }) => {
      const next = firstPollFrom(createdMs, dueMs, Math.min(nowMs + 1, untilMs))
      return new Date(next).toISOString()
    })
    await this.#pool.query(
      'SELECT put_off_sandbox_polls($1::uuid[], $2::timestamptz[], $3::timestamptz[])',
      [due.map(({ transferId }) => transferId), due.map(({ dueAt }) => dueAt), after],
    )
  }

  async #read(): Promise<IdlePoll[]> {
    const { rows } = await this.#pool.query<WaitingPoll>({
      name: 'waiting polls',
      text: `SELECT transfer_id AS "transferId", created_at AS "createdAt", due_at AS "dueAt",
               submitted_at AS "submittedAt", quantity, provider_state AS "providerState",
               request_state AS "requestState", label, custodian_name AS "custodianName", script
             FROM sandbox_waiting_polls()`,
    })
    return rows.flatMap((poll) => idlePoll(poll) ?? [])
  }
}

/** Undefined if the next poll may have a new answer. */
function idlePoll(poll: WaitingPoll): IdlePoll | undefined {
  const { transferId, dueAt, quantity, custodianName } = poll
  const [createdMs, dueMs] = [Date.parse(poll.createdAt), Date.parse(dueAt)]
  const arrivedMs = Date.parse(poll.submittedAt)
  if (dueMs < arrivedMs) return undefined
  const stage = stageAt(readScript(poll.script), dueMs - arrivedMs)
  if (stage === undefined || stage.lastsMs <= shortStageMs) return undefined
  const answer = simulatedReport(stage.word, quantity, custodianName)
  const isKnown =
    answer.state === poll.providerState &&
    answer.requestState === poll.requestState &&
    answer.label === poll.label
  if (!isKnown) return undefined
  return { transferId, createdMs, dueMs, dueAt, untilMs: arrivedMs + stage.endMs }
}
