import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { Value } from '@sinclair/typebox/value'
import type { Pool, PoolClient } from 'pg'
import type { Clock } from '../../../platform/clock.ts'
import {
  type CustodyAdapter,
  CustodyMismatchError,
  CustodyUnavailableError,
  type ProviderReport,
  type TransferInstruction,
} from '../custody-adapter.ts'
import { readCallback, type SignedCallback, signCallback } from './simulated-callback.ts'
import {
  type RememberedInstruction,
  type ScriptTarget,
  SimulatedMemory,
} from './simulated-memory.ts'
import {
  decided,
  defaultScript,
  ScriptChanges,
  type SimulatedScript,
  statusAt,
} from './simulated-script.ts'
import { isFinal, isRevocable, simulatedReport, type ProviderStatus } from './simulated-statuses.ts'

export interface SimulatedCustodySettings {
  readonly custodian: { readonly id: string; readonly name: string }
  readonly pool: Pool
  readonly clock: Clock
  /** The seed of the default scripts. */
  readonly seed: string
  /** The key that signs callbacks. The sender of callbacks has the same key. */
  readonly callbackKey: Uint8Array
  /** Waits for the time that an answer takes. */
  readonly pass?: (ms: number) => Promise<unknown>
}

/** A transfer that the custodian has carried out. */
export interface SimulatedMovement {
  readonly externalTransferId: string
  readonly token: string
  readonly quantity: string
  readonly senderWalletId: string
  readonly receiverWalletId: string
  /** How often it was carried out. More than once is an error. */
  readonly times: number
}

/**
 * A custodian inside the service that behaves like an external one. It keeps instructions in its
 * own table, independent of the process that sent them, and it answers late, twice, wrongly or not
 * at all if its script says so. The result of an instruction depends only on its script, the time
 * at which it arrived and the time of the question.
 */
export class SimulatedCustody implements CustodyAdapter {
  readonly #settings: SimulatedCustodySettings
  readonly #memory: SimulatedMemory
  readonly #pass: (ms: number) => Promise<unknown>

  constructor(settings: SimulatedCustodySettings) {
    this.#settings = settings
    this.#memory = new SimulatedMemory(settings.pool, settings.custodian.id)
    this.#pass = settings.pass ?? setTimeout
  }

  async submit(instruction: TransferInstruction): Promise<ProviderReport> {
    const now = this.#settings.clock.now()
    const { answered, row, word } = await this.#act(async (client) => {
      const receipt = received(await this.#known(client, instruction), now)
      await this.#memory.update(client, receipt.row)
      return receipt
    })
    await this.#pass(row.script.answerMs)
    if (!answered) throw this.#unavailable()
    return this.#report(row, word)
  }

  get(externalTransferId: string): Promise<ProviderReport | undefined> {
    return this.#reply(externalTransferId, (word) => word)
  }

  cancel(externalTransferId: string): Promise<ProviderReport | undefined> {
    return this.#reply(externalTransferId, (word) => (isRevocable(word) ? 'cancelled' : word))
  }

  async verifyCallback(
    headers: IncomingHttpHeaders,
    body: Uint8Array,
  ): Promise<readonly string[] | undefined> {
    const { callbackKey, clock } = this.#settings
    return readCallback(callbackKey, headers, body, clock.now())
  }

  /** A callback as this custodian sends it now. */
  callback(externalTransferIds: readonly string[]): SignedCallback {
    const { callbackKey, clock } = this.#settings
    return signCallback(callbackKey, externalTransferIds, clock.now())
  }

  /**
   * Sets the script of the next instructions, in the order of the calls. Members that are not given
   * have their defaults. A script that names an id comes before those that do not.
   * @returns false if a thousand scripts are waiting already. The script is then not kept.
   * @throws {RangeError} if a member is out of bounds.
   */
  async script(changes: ScriptChanges, target: ScriptTarget = {}): Promise<boolean> {
    const wrong = Value.Errors(ScriptChanges, changes).First()
    if (wrong !== undefined) throw new RangeError(`script${wrong.path}: ${wrong.message}`)
    const { times = 1 } = target
    if (!Number.isInteger(times) || times < 1 || times > 1_000_000) {
      throw new RangeError('times: expected an integer from 1 to 1,000,000')
    }
    return this.#memory.keepScript(changes, target)
  }

  /**
   * Decides like an approver at the custodian, if a stage waits for a decision (its `lastsMs` is
   * null). Undefined if no stage waits under this id. The caller acts at the custodian, so an error
   * is not reported as an unavailable custodian.
   */
  async decide(
    externalTransferId: string,
    decision: 'approved' | 'refused',
  ): Promise<ProviderReport | undefined> {
    const now = this.#settings.clock.now()
    return this.#memory.transaction(async (client) => {
      const row = await this.#memory.lock(client, externalTransferId)
      if (row === undefined || !isKnown(row, now) || row.finalWord !== null) return undefined
      const script = decided(row.script, elapsedMs(row, now), decision)
      if (script === undefined) return undefined
      const changed = { ...row, script }
      await this.#memory.update(client, changed)
      return this.#report(changed, currentWord(changed, now))
    })
  }

  /** The transfers that have been carried out by now, by id. */
  async movements(): Promise<SimulatedMovement[]> {
    const now = this.#settings.clock.now()
    const rows = await this.#memory.arrived()
    return rows
      .filter((row) => isKnown(row, now) && currentWord(row, now) === 'completed')
      .map(({ externalTransferId, token, quantity, senderWalletId, receiverWalletId, ...row }) => ({
        externalTransferId,
        token,
        quantity,
        senderWalletId,
        receiverWalletId,
        times: row.movementsBegun,
      }))
  }

  /** The record of an instruction, locked. It is created if there is none. */
  async #known(
    client: PoolClient,
    instruction: TransferInstruction,
  ): Promise<RememberedInstruction> {
    const { externalTransferId } = instruction
    const usual = defaultScript(this.#settings.seed, externalTransferId)
    const isNew = await this.#memory.insert(client, instruction, usual)
    const row = await this.#memory.lock(client, externalTransferId)
    if (row === undefined) throw new Error('the inserted instruction is missing')
    if (isNew) return { ...row, script: await this.#scriptFor(client, instruction, usual) }
    if (await this.#memory.isSame(client, instruction)) return row
    throw new CustodyMismatchError(`${externalTransferId} is another transfer at this custodian`)
  }

  async #scriptFor(
    client: PoolClient,
    instruction: TransferInstruction,
    usual: SimulatedScript,
  ): Promise<SimulatedScript> {
    const changes = await this.#memory.takeScript(client, instruction)
    return { ...usual, ...changes }
  }

  async #reply(
    externalTransferId: string,
    act: (word: ProviderStatus) => ProviderStatus,
  ): Promise<ProviderReport | undefined> {
    const now = this.#settings.clock.now()
    const seen = await this.#unlessAway(() => this.#memory.read(externalTransferId))
    if (seen === undefined || !isKnown(seen, now)) return undefined
    await this.#pass(seen.script.answerMs)
    const unchanged = replied(seen, act, now)
    if (unchanged.row === seen) return this.#report(seen, unchanged.word)

    const reply = await this.#act(async (client) => {
      const row = await this.#memory.lock(client, externalTransferId)
      if (row === undefined) throw new Error('the instruction is missing')
      const changed = replied(row, act, now)
      await this.#memory.update(client, changed.row)
      return changed
    })
    if (!reply.answered) throw this.#unavailable()
    return this.#report(reply.row, reply.word)
  }

  #report(row: RememberedInstruction, word: ProviderStatus): ProviderReport {
    return simulatedReport(word, row.quantity, this.#settings.custodian.name)
  }

  #act<T>(work: (client: PoolClient) => Promise<T>): Promise<T> {
    return this.#unlessAway(() => this.#memory.transaction(work))
  }

  /** A custodian whose database fails does not answer, and may have acted. */
  async #unlessAway<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      if (error instanceof CustodyMismatchError) throw error
      throw this.#unavailable(error)
    }
  }

  #unavailable(cause?: unknown): CustodyUnavailableError {
    return new CustodyUnavailableError(`${this.#settings.custodian.name} did not answer`, { cause })
  }
}

/** The effect of a message to the custodian, and whether the custodian answers. */
interface Outcome {
  readonly row: RememberedInstruction
  readonly word: ProviderStatus
  readonly answered: boolean
}

/** The effect of a submission. */
function received(row: RememberedInstruction, nowMs: number): Outcome {
  const { script } = row
  const submissions = row.submissions + 1
  const arrivals = submissions - script.lostSubmissions
  if (arrivals <= 0) {
    return { row: { ...row, submissions }, word: currentWord(row, nowMs), answered: false }
  }
  const isFirst = row.submittedAt === null
  // If the first submission is still on its way, the second arrives before it.
  const arrivesAt = isFirst
    ? nowMs + script.arrivesAfterMs
    : Math.min(Date.parse(row.submittedAt), nowMs)
  const movements = isFirst || script.forgetsIds ? 1 : 0
  const arrived = {
    ...row,
    submissions,
    submittedAt: new Date(arrivesAt).toISOString(),
    movementsBegun: row.movementsBegun + movements,
  }
  const word = currentWord(arrived, nowMs)
  return {
    row: { ...arrived, finalWord: arrivesAt <= nowMs && isFinal(word) ? word : null },
    word,
    answered: arrivals > script.lostAnswers && arrivesAt <= nowMs,
  }
}

/** The effect of a status request or a cancellation. The same row if there is none. */
function replied(
  row: RememberedInstruction,
  act: (word: ProviderStatus) => ProviderStatus,
  nowMs: number,
): Outcome {
  const word = act(currentWord(row, nowMs))
  const answered = row.repliesLost >= row.script.lostReplies
  if (answered && (row.finalWord !== null || !isFinal(word))) return { row, word, answered }
  const finalWord = isFinal(word) ? word : null
  const repliesLost = row.repliesLost + (answered ? 0 : 1)
  return { row: { ...row, finalWord, repliesLost }, word, answered }
}

/** Whether the instruction has reached the custodian. */
function isKnown(row: RememberedInstruction, nowMs: number): boolean {
  if (row.submittedAt === null) return false
  return row.script.arrivesAfterMs === 0 || nowMs >= Date.parse(row.submittedAt)
}

function currentWord(row: RememberedInstruction, nowMs: number): ProviderStatus {
  return row.finalWord ?? statusAt(row.script, elapsedMs(row, nowMs))
}

function elapsedMs({ submittedAt }: RememberedInstruction, nowMs: number): number {
  return submittedAt === null ? 0 : Math.max(0, nowMs - Date.parse(submittedAt))
}
