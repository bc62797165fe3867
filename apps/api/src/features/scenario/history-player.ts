import pg, { type ClientBase } from 'pg'
import type { Caller } from '../../platform/signing/caller.ts'
import { Refusal } from '../../platform/refusal.ts'
import { type PriceQuote, quoteFault, quoteWrites } from '../prices/index.ts'
import type { HistoryServices } from './history-services.ts'
import { type FailedStep, HistoryMoment, HistoryTransactions } from './history-transactions.ts'
import { IndexById } from './index-by-id.ts'
import { NamedResources } from './named-resources.ts'
import { PassedDeadlines } from './passed-deadlines.ts'
import { PlayedOperations, refusalText } from './played-operations.ts'
import { playReport } from './played-transfers.ts'
import type { Scenario } from './scenario.ts'
import { ScenarioError } from './scenario-error.ts'
import type { OperationStep, QuoteStep, ScenarioStep, TransferStep } from './scenario-step.ts'

/** No credential: the account of a step acts. */
const noCredential = '00000000-0000-0000-0000-000000000000'

/** How much is played between two reports of the progress. */
const percentOfProgress = 5

interface Parts {
  /** A connection of the owner, in the transaction of the load. */
  readonly client: ClientBase
  readonly services: HistoryServices
  /** Called now and then with the percentage of the steps that have been played. */
  readonly onProgress?: ((percent: number) => void) | undefined
}

/** Plays the history of a scenario with the services that serve the operations. */
export class HistoryPlayer {
  readonly #onProgress: (percent: number) => void
  readonly #settlement: HistoryServices['settlement']
  readonly #moment: HistoryMoment
  readonly #transactions: HistoryTransactions
  readonly #deadlines: PassedDeadlines
  readonly #names = new NamedResources()
  readonly #operations: PlayedOperations
  readonly #accounts: IndexById<Scenario['accounts'][number]>
  readonly #assets: ReadonlySet<string>
  /** Quotes of one time that are not stored yet. */
  readonly #quotes: PriceQuote[] = []

  private constructor(
    { services, onProgress = () => undefined }: Parts,
    scenario: Scenario,
    moment: HistoryMoment,
    transactions: HistoryTransactions,
  ) {
    this.#onProgress = onProgress
    this.#settlement = services.settlement
    this.#moment = moment
    this.#transactions = transactions
    const { deadlines: handlers } = services
    const organizationIds = scenario.organizations.map(({ id }) => id)
    this.#deadlines = new PassedDeadlines({ transactions, moment, handlers, organizationIds })
    this.#operations = new PlayedOperations(services, this.#names)
    this.#accounts = new IndexById('accounts', scenario.accounts, ({ id }) => id)
    this.#assets = new Set(scenario.assets.map(({ symbol }) => symbol))
  }

  static async begin(parts: Parts, scenario: Scenario): Promise<HistoryPlayer> {
    const moment = new HistoryMoment(scenario.name)
    const transactions = await HistoryTransactions.begin(parts.client, moment)
    return new HistoryPlayer(parts, scenario, moment, transactions)
  }

  /**
   * Plays the steps in their order. Before each, the deadlines that are due earlier pass.
   * @throws ScenarioError with the path of the first step that is wrong or refused.
   */
  async play(history: readonly ScenarioStep[]): Promise<void> {
    let percent = 0
    for (const [i, step] of history.entries()) {
      const played = Math.floor((i / history.length) * 100)
      if (played >= percent + percentOfProgress) this.#onProgress((percent = played))
      const path = `history[${i}]`
      try {
        if (this.#quotes[0]?.observedAt !== step.at) this.#storeQuotes()
        this.#moment.beginStep(i)
        await this.#deadlines.passUntil(step.at)
        this.#moment.moveTo(Date.parse(step.at))
        await this.#playStep(path, step)
      } catch (error) {
        throw this.#fault({ step: i, error })
      }
      this.#refuseFailed()
    }
    try {
      this.#storeQuotes()
      await this.#transactions.end()
    } catch (error) {
      throw this.#fault({ step: history.length - 1, error })
    }
    this.#refuseFailed()
  }

  /** A statement for which nobody has waited may have failed. */
  #refuseFailed(): void {
    const { failed } = this.#transactions
    if (failed !== undefined) throw this.#fault(failed)
  }

  /** A statement that failed makes every later one fail. */
  #fault(failure: FailedStep): unknown {
    const { step, error } = this.#transactions.failed ?? failure
    return refusedByDatabase(`history[${step}]`, error)
  }

  async #playStep(path: string, step: ScenarioStep): Promise<void> {
    if ('quote' in step) {
      this.#quote(path, step)
      return
    }
    this.#storeQuotes()
    if ('transfer' in step) return this.#report(path, step)
    await this.#perform(path, step)
  }

  /** Quotes of one time that follow one another are stored by one statement. */
  #quote(path: string, { at, quote }: QuoteStep): void {
    const { asset, source, price_usd: priceUsd } = quote
    const observed: PriceQuote = { asset, source, priceUsd, observedAt: at }
    const fault = quoteFault(observed, this.#assets, this.#moment.nowMs)
    if (fault !== undefined) {
      const member = fault.member === 'observe_time' ? 'at' : `quote.${fault.member}`
      throw new ScenarioError(`${path}.${member}`, fault.issue)
    }
    if (this.#quotes.some((known) => known.asset === asset && known.source === source)) {
      throw new ScenarioError(`${path}.quote`, 'is a second quote of this source, asset and time')
    }
    this.#quotes.push(observed)
  }

  #storeQuotes(): void {
    const [first] = this.#quotes
    if (first === undefined) return
    for (const { text, values } of quoteWrites(this.#quotes, first.observedAt)) {
      this.#transactions.writeAsOwner(text, values)
    }
    this.#quotes.length = 0
  }

  /**
   * Any account of an organization may act for it. Its credentials, and whether the organization is
   * suspended, decide what is possible after the load.
   */
  async #perform(path: string, step: OperationStep): Promise<void> {
    const account = this.#accounts.at(`${path}.by`, step.by)
    const { id: accountId, organization_id: organizationId } = account
    const caller: Caller = {
      credentialId: noCredential,
      organizationId,
      accountId,
      role: 'execution',
      organizationStatus: 'active',
      verified: true,
    }
    await this.#transactions.run({ organizationId, accountId }, (tx) =>
      this.#operations.play({ path, step, tx, caller }),
    )
  }

  async #report(path: string, step: TransferStep): Promise<void> {
    const resource = this.#names.at(`${path}.transfer.of`, step.transfer.of)
    await this.#transactions.run({ organizationId: resource.lenderId }, (tx) =>
      playReport(tx, this.#settlement, path, resource, step),
    )
  }
}

/** The error of a step. A constraint of the database refuses what the services have let pass. */
function refusedByDatabase(path: string, error: unknown): unknown {
  if (!(error instanceof pg.DatabaseError) || error.constraint === undefined) return error
  if (error.constraint === 'nothing_is_spent_twice') {
    const refusal = new Refusal('QUANTITY_NOT_AVAILABLE')
    return new ScenarioError(path, `is refused: ${refusalText(refusal)}`)
  }
  return new ScenarioError(path, `is refused: ${error.message}. ${error.detail ?? ''}`.trim())
}
