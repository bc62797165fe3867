import type {
  advanceSandbox,
  decideSandboxTransfer,
  OperationBody,
  Sandbox,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from '@vadium/schema'
import type { CustodyAdapters } from '../custody/index.ts'
import type { PriceQuote } from '../prices/index.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { OpenSandbox } from './open-sandbox.ts'
import type { SandboxRepository } from './sandbox.repository.ts'
import { boundsFault, domainBounds } from '../../platform/decimal-bounds.ts'

/** The background work that the sandbox runs at each time of its book. */
export interface SandboxWork {
  /** Records the scripted quotes at the time of the book. */
  quote(quotes: Awaited<ReturnType<SandboxRepository['pricesAt']>>): Promise<void>
  /** How often a price must be quoted to stay current, in milliseconds. */
  readonly quoteEveryMs: number
  /** The next market cut after a time. Both are Unix milliseconds. */
  nextCutMs(nowMs: number): number
  cutMarket(): Promise<void>
  /** Makes the margin statements of the market cuts until now. */
  stateCuts(): Promise<void>
  /**
   * Writes expiry warnings. Credentials are left out, because they expire by the clock of the
   * machine.
   */
  warn(): Promise<void>
  notifyStalePrices(): Promise<void>
  /** Processes due deadlines until a time of `performance.now()`. False if some are left. */
  endDeadlines(untilMs: number): Promise<boolean>
  /** The same for approvals: carries out approved requests, and ends those whose time is over. */
  endApprovals(untilMs: number): Promise<boolean>
  /**
   * When the next approval can end, in Unix milliseconds, `Infinity` if none can, and how many have
   * not ended.
   */
  approvalsAhead(): Promise<{ readonly nextMs: number; readonly open: number }>
  /**
   * The transfers whose polls cannot have a new answer yet, and the time of the first poll that may
   * have one, in Unix milliseconds.
   */
  nextPolls(): Promise<{ readonly transferIds: readonly string[]; readonly nextMs: number }>
  /** The same for custodian instructions. */
  carryOutInstructions(untilMs: number): Promise<boolean>
  /** Revalues positions, which updates their listed figures and notifies of reached levels. */
  revaluePositions(): Promise<void>
}

const stepsMax = 2000

/**
 * Advances a sandbox. Its clock moves from one due time to the next. All that is due at one time
 * happens in a fixed order: prices, market cut, warnings, deadlines, approvals, custodians, and
 * revaluation at new prices. So the same calls give the same history.
 *
 * The work commits its own transactions, separate from that of the request. Every operation may be
 * repeated, because it names the resulting state and an absolute time, never a difference.
 */
export class SandboxService {
  readonly #sandbox: OpenSandbox
  readonly #repository: SandboxRepository
  readonly #work: SandboxWork
  readonly #custody: CustodyAdapters
  readonly #advanceMsMax: number
  #quotedAtMs = -Infinity
  /** The quotes of `#quotedAtMs`, as text. */
  #quoted = ''
  /** Some work of the current time is left, so the clock must not move on. */
  #isUnfinished = false
  /** Prices have changed at the current time. */
  #needsRevaluation = false
  /**
   * Changes of the sandbox run one after the other: two advances at once would move each other's
   * clock.
   */
  #lastChange: Promise<unknown> = Promise.resolve()

  constructor(parts: {
    sandbox: OpenSandbox
    repository: SandboxRepository
    work: SandboxWork
    custody: CustodyAdapters
    /** How long one advance may work, in milliseconds on the clock of the machine. */
    advanceMsMax: number
  }) {
    this.#sandbox = parts.sandbox
    this.#repository = parts.repository
    this.#work = parts.work
    this.#custody = parts.custody
    this.#advanceMsMax = parts.advanceMsMax
  }

  /** Starts the script with the prices of the scenario. */
  async begin(quotes: readonly Omit<PriceQuote, 'observedAt'>[]): Promise<void> {
    const time = this.#now()
    if (quotes.length === 0 || (await this.#repository.pricesAt(time)).length > 0) return
    await this.#repository.keepPrices(
      quotes.map((quote) => ({ ...quote, time })),
      time,
    )
  }

  async get(): Promise<Sandbox> {
    const { seed } = this.#sandbox
    const { open } = await this.#work.approvalsAhead()
    return { time: this.#now(), seed, work_due: open + (await this.#repository.countWork()) }
  }

  /** Ends the approvals that can end at the time of the book, while no advance moves it. */
  endApprovals(): Promise<void> {
    return this.#oneAtATime(async () => {
      await this.#work.endApprovals(Infinity)
    })
  }

  advance({ to }: OperationBody<typeof advanceSandbox>): Promise<Sandbox | Refusal> {
    // The wait for earlier calls counts, too.
    const untilMs = performance.now() + this.#advanceMsMax
    return this.#oneAtATime(() => this.#advance(to, untilMs))
  }

  async #advance(to: string, untilMs: number): Promise<Sandbox | Refusal> {
    const targetMs = Date.parse(to)
    const { clock } = this.#sandbox
    if (Number.isNaN(targetMs)) return invalid('to', 'is not an existing time')
    if (targetMs < clock.now())
      return invalid('to', `is before the time of the book, ${this.#now()}`)
    if (await this.#moveTo(targetMs, untilMs)) {
      await this.#work.revaluePositions()
      await this.#work.notifyStalePrices()
    }
    return this.get()
  }

  /**
   * Moves from one due time to the next. False if the time for working ended first. The next call
   * continues with the work that is left, so the history does not depend on how often an advance
   * stops.
   */
  async #moveTo(targetMs: number, untilMs: number): Promise<boolean> {
    const { clock } = this.#sandbox
    for (let step = 0; step < stepsMax; step += 1) {
      const nextMs = this.#isUnfinished ? clock.now() : await this.#nextMs()
      clock.moveTo(Math.min(nextMs, targetMs))
      await this.#repository.keepTime(this.#now())
      const isDone = await this.#workAtCurrentTime(untilMs)
      if (isDone && nextMs >= targetMs && (await this.#nextMs()) > targetMs) return true
      if (performance.now() >= untilMs) return false
    }
    return false
  }

  scriptPrices(body: OperationBody<typeof scriptSandboxPrices>): Promise<Sandbox | Refusal> {
    return this.#oneAtATime(() => this.#scriptPrices(body))
  }

  async #scriptPrices({
    prices,
  }: OperationBody<typeof scriptSandboxPrices>): Promise<Sandbox | Refusal> {
    const unknown = await this.#repository.unknownAsset(prices.map(({ asset }) => asset))
    if (unknown !== undefined) {
      const field = `prices.${prices.findIndex(({ asset }) => asset === unknown)}.asset`
      return new Refusal('REFERENCE_UNKNOWN', [{ field, issue: 'is not an asset' }])
    }
    for (const [i, { time, price_usd }] of prices.entries()) {
      const timeMs = Date.parse(time)
      if (!(timeMs >= this.#sandbox.clock.now()) || timeMs <= this.#quotedAtMs) {
        return invalid(`prices.${i}.time`, `must be after the time of the book, ${this.#now()}`)
      }
      const fault = boundsFault(price_usd, domainBounds.usd_price)
      if (fault !== undefined) return invalid(`prices.${i}.price_usd`, fault)
    }
    await this.#repository.keepPrices(
      prices.map(({ price_usd: priceUsd, ...price }) => ({ ...price, priceUsd })),
      this.#now(),
    )
    return this.get()
  }

  async scriptCustodian(
    body: OperationBody<typeof scriptSandboxCustodian>,
  ): Promise<Sandbox | Refusal> {
    const custodian = await this.#custody.simulated(body.custodian)
    if (custodian === undefined) {
      return new Refusal('REFERENCE_UNKNOWN', [
        { field: 'custodian', issue: 'is not a simulated custodian' },
      ])
    }
    const { token, times, outcome, stages, lost_submissions, lost_answers, lost_replies } = body
    const kept = await custodian.script(
      {
        ...(outcome !== undefined && { outcome }),
        ...(stages && { stages: stages.map(({ word, lasts_ms: lastsMs }) => ({ word, lastsMs })) }),
        ...(lost_submissions !== undefined && { lostSubmissions: lost_submissions }),
        ...(lost_answers !== undefined && { lostAnswers: lost_answers }),
        ...(lost_replies !== undefined && { lostReplies: lost_replies }),
      },
      { ...(token !== undefined && { token }), ...(times !== undefined && { times }) },
    )
    if (kept) return this.get()
    const issue = 'has the largest number of waiting scripts already'
    return new Refusal('INVALID_STATE', [{ field: 'custodian', issue }])
  }

  async decide({
    transfer_id,
    decision,
  }: OperationBody<typeof decideSandboxTransfer>): Promise<Sandbox | Refusal> {
    const known = await this.#repository.externalTransferId(transfer_id.toLowerCase())
    const custodian = known && (await this.#custody.simulated(known.custodian_id))
    if (known === undefined || custodian === undefined) {
      const issue = 'is not a transfer with a simulated custodian'
      return new Refusal('REFERENCE_UNKNOWN', [{ field: 'transfer_id', issue }])
    }
    const report = await custodian.decide(known.external_transfer_id, decision)
    if (report !== undefined) return this.get()
    return new Refusal('INVALID_STATE', [
      { field: 'transfer_id', issue: 'does not wait for a decision' },
    ])
  }

  /** When the next work becomes due. Now, if some is already due. */
  async #nextMs(): Promise<number> {
    const nowMs = this.#sandbox.clock.now()
    const polls = await this.#work.nextPolls()
    const approvals = await this.#work.approvalsAhead()
    const times = await Promise.all([
      this.#repository.nextPriceTime(this.#now()),
      this.#repository.nextWorkTime(polls.transferIds),
    ])
    const nextMs = Math.min(
      ...times.map((time) => (time === undefined ? Infinity : Date.parse(time))),
      polls.nextMs,
      approvals.nextMs,
      this.#work.nextCutMs(nowMs),
    )
    return Math.max(nextMs, nowMs)
  }

  /**
   * Does all work of the current time. False if `untilMs` came first; the next call does the rest.
   */
  async #workAtCurrentTime(untilMs: number): Promise<boolean> {
    this.#isUnfinished = true
    if (await this.#quote()) this.#needsRevaluation = true
    await this.#work.cutMarket()
    await this.#work.warn()
    const isDone =
      (await this.#work.endDeadlines(untilMs)) &&
      (await this.#work.endApprovals(untilMs)) &&
      (await this.#work.carryOutInstructions(untilMs))
    if (!isDone) return false
    await this.#work.stateCuts()
    if (this.#needsRevaluation) await this.#work.revaluePositions()
    this.#needsRevaluation = false
    this.#isUnfinished = false
    return true
  }

  /**
   * Records the scripted quotes when they change, and often enough that prices do not become stale.
   * True if they have changed.
   */
  async #quote(): Promise<boolean> {
    const nowMs = this.#sandbox.clock.now()
    const quotes = await this.#repository.pricesAt(this.#now())
    if (quotes.length === 0 || nowMs === this.#quotedAtMs) return false
    const text = JSON.stringify(quotes)
    const isNew = text !== this.#quoted
    if (!isNew && nowMs < this.#quotedAtMs + this.#work.quoteEveryMs) return false
    await this.#work.quote(quotes)
    this.#quotedAtMs = nowMs
    this.#quoted = text
    return isNew
  }

  #oneAtATime<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#lastChange.then(work)
    this.#lastChange = done.catch(() => undefined)
    return done
  }

  #now(): string {
    return new Date(this.#sandbox.clock.now()).toISOString()
  }
}

function invalid(field: string, issue: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue }])
}
