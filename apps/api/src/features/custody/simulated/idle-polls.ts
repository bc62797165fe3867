import type { Pool } from 'pg'
import { firstPollFrom } from '../poll-times.ts'
import { readScript, stageAt } from './simulated-script.ts'
import { simulatedReport } from './simulated-statuses.ts'

/** Stages of the default script are shorter. What they lead to is polled for as a custodian outside would be. */
const shortStageMs = 10_000

/** What the book and a simulated custodian know of an instruction that is polled. */
interface WaitingPoll {
  readonly transferId: string
  /** RFC 3339, as the next ones. */
  readonly createdAt: string
  readonly dueAt: string
  readonly submittedAt: string
  readonly quantity: string
  /** What the transfer says of the last answer. */
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
  /** When the answer changes by itself, Unix milliseconds. Infinite: when somebody decides. */
  readonly untilMs: number
}

/**
 * Polls of simulated custodians that would be told what the book knows already. The answer of such a custodian changes
 * at a time that its script tells, or by a decision, so a sandbox need not ask before: it puts the polls off, one after
 * the other as they would have followed, and the first that is told something new comes at its usual time.
 */
export class IdlePolls {
  readonly #pool: Pool

  constructor(pool: Pool) {
    this.#pool = pool
  }

  /** The instructions that are polled idly, and when the first poll comes that is not idle (Unix milliseconds). */
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

  /** Puts off the idle polls that are due at a time, Unix milliseconds. */
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

/** Undefined where the next poll may be told something new. */
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
