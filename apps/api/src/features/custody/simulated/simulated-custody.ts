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
  /** From which the default scripts are made. */
  readonly seed: string
  /** Shared with whoever sends callbacks. */
  readonly callbackKey: Uint8Array
  /** Passes the time that an answer takes. */
  readonly pass?: (ms: number) => Promise<unknown>
}

/** What has moved under an id. */
export interface SimulatedMovement {
  readonly externalTransferId: string
  readonly token: string
  readonly quantity: string
  readonly senderWalletId: string
  readonly receiverWalletId: string
  /** How often. More than once is a movement made twice. */
  readonly times: number
}

/**
 * A custodian that exists in the service alone, and behaves as one outside of it would: it remembers
 * instructions in a table of its own, whatever becomes of the process that sent them, and it answers
 * late, twice, wrongly or not at all where its script says so. What becomes of an instruction depends on
 * its script, the time at which it arrived and the time at which it is asked for, and on nothing else.
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

  /** A callback as this custodian sends it, at this moment. */
  callback(externalTransferIds: readonly string[]): SignedCallback {
    const { callbackKey, clock } = this.#settings
    return signCallback(callbackKey, externalTransferIds, clock.now())
  }

  /**
   * Lays down what becomes of the next instructions, in the order of the calls; what is not said is as in
   * the default script. One that names an id goes before those that do not.
   * False: a thousand scripts wait already, and this one is not kept.
   * @throws {RangeError} where a member is out of bounds.
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
   * Decides as an approver at the custodian, where a stage waits for one (its `lastsMs` is null).
   * Undefined: nothing waits under this id. Who decides is at the custodian: a failure is no silence of it.
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

  /** What has moved by now, by id. */
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

  /** What is known of an instruction, locked; from now on, where nothing was. */
  async #known(
    client: PoolClient,
    instruction: TransferInstruction,
  ): Promise<RememberedInstruction> {
    const { externalTransferId } = instruction
    const usual = defaultScript(this.#settings.seed, externalTransferId)
    const isNew = await this.#memory.insert(client, instruction, usual)
    const row = await this.#memory.lock(client, externalTransferId)
    if (row === undefined) throw new Error('what was written is not there')
    if (isNew) return { ...row, script: await this.#scriptFor(client, instruction, usual) }
    if (await this.#memory.isSame(client, instruction)) return row
    throw new CustodyMismatchError(`${externalTransferId} is another movement at this custodian`)
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
      if (row === undefined) throw new Error('an instruction is never forgotten')
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

  /** A custodian whose memory is away does not answer, and may have acted. */
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

/** What became of an instruction by a message to the custodian, and whether that is answered. */
interface Outcome {
  readonly row: RememberedInstruction
  readonly word: ProviderStatus
  readonly answered: boolean
}

/** What a submission changes. */
function received(row: RememberedInstruction, nowMs: number): Outcome {
  const { script } = row
  const submissions = row.submissions + 1
  const arrivals = submissions - script.lostSubmissions
  if (arrivals <= 0) {
    return { row: { ...row, submissions }, word: currentWord(row, nowMs), answered: false }
  }
  const isFirst = row.submittedAt === null
  // Where the first is still on its way, the second arrives before it.
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

/** What an enquiry or a cancellation changes; the same row where that is nothing. */
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

/** Whether it has reached the custodian. */
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
