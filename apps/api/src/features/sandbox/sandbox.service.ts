import { Decimal } from '@vadium/margin'
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

/** What happens in a book at a moment, without anybody asking. */
export interface SandboxWork {
  /** Quotes what the script says, at the time of the book. */
  quote(quotes: Awaited<ReturnType<SandboxRepository['pricesAt']>>): Promise<void>
  /** How often at least a price must be quoted to be current, in milliseconds. */
  readonly quoteEveryMs: number
  /** The next time after one, in Unix milliseconds, at which the market is cut. */
  nextCutMs(nowMs: number): number
  cutMarket(): Promise<void>
  /** Of what will end. Credentials go by the time of the machine, and are left out. */
  warn(): Promise<void>
  notifyStalePrices(): Promise<void>
  /** Until a time of `performance.now()`: false where it has passed and something is still due. */
  endDeadlines(untilMs: number): Promise<boolean>
  /**
   * The transfers whose polls would change nothing for now, and when the first poll of them comes that may change
   * something (Unix milliseconds).
   */
  nextPolls(): Promise<{ readonly transferIds: readonly string[]; readonly nextMs: number }>
  /** As `endDeadlines`. */
  carryOutInstructions(untilMs: number): Promise<boolean>
  /** It is what positions are looked for by, and what tells of the levels that they have come down to. */
  revaluePositions(): Promise<void>
}

const stepsMax = 2000

/**
 * Drives a sandbox. Time moves from one thing that falls due to the next, and what falls due at one time
 * happens in one order: prices, the market cut, warnings, deadlines, custodians, and the figures at new prices. So the
 * same calls give the same history.
 *
 * Its operations change the book in the transactions of the work itself, beside the one of the request, and may
 * all be repeated: they say what is to be, and at what time, not by how much.
 */
export class SandboxService {
  readonly #sandbox: OpenSandbox
  readonly #repository: SandboxRepository
  readonly #work: SandboxWork
  readonly #custody: CustodyAdapters
  readonly #advanceMsMax: number
  #quotedAtMs = -Infinity
  /** What was quoted then. */
  #quoted = ''
  /** What falls due at the time of the book is not over, so that time does not move on. */
  #isUnfinished = false
  /** Prices have changed at that time. */
  #owesRevaluation = false
  /** What changes the sandbox, one after the other: two advances at once would each move the other's time. */
  #turn: Promise<unknown> = Promise.resolve()

  constructor(parts: {
    sandbox: OpenSandbox
    repository: SandboxRepository
    work: SandboxWork
    custody: CustodyAdapters
    /** How long one advance works, in milliseconds on the clock of the machine. */
    advanceMsMax: number
  }) {
    this.#sandbox = parts.sandbox
    this.#repository = parts.repository
    this.#work = parts.work
    this.#custody = parts.custody
    this.#advanceMsMax = parts.advanceMsMax
  }

  /** The prices with which a book was loaded are the beginning of its script. */
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
    return { time: this.#now(), seed, work_due: await this.#repository.countWork() }
  }

  advance({ to }: OperationBody<typeof advanceSandbox>): Promise<Sandbox | Refusal> {
    // The time for which it waits for its turn is a part of its own.
    const untilMs = performance.now() + this.#advanceMsMax
    return this.#inTurn(() => this.#advance(to, untilMs))
  }

  async #advance(to: string, untilMs: number): Promise<Sandbox | Refusal> {
    const targetMs = Date.parse(to)
    const { clock } = this.#sandbox
    if (Number.isNaN(targetMs)) return invalid('to', 'is not a time that exists')
    if (targetMs < clock.now())
      return invalid('to', `is before the time of the book, ${this.#now()}`)
    if (await this.#moveTo(targetMs, untilMs)) {
      await this.#work.revaluePositions()
      await this.#work.notifyStalePrices()
    }
    return this.get()
  }

  /**
   * Moves from one thing that falls due to the next. False: it has stopped before its time, and the next call goes on
   * with what is due, so that the history is the same however often it stops.
   */
  async #moveTo(targetMs: number, untilMs: number): Promise<boolean> {
    const { clock } = this.#sandbox
    for (let step = 0; step < stepsMax; step += 1) {
      const nextMs = this.#isUnfinished ? clock.now() : await this.#nextMs()
      clock.moveTo(Math.min(nextMs, targetMs))
      await this.#repository.keepTime(this.#now())
      const isDone = await this.#happen(untilMs)
      if (isDone && nextMs >= targetMs && (await this.#nextMs()) > targetMs) return true
      if (performance.now() >= untilMs) return false
    }
    return false
  }

  scriptPrices(body: OperationBody<typeof scriptSandboxPrices>): Promise<Sandbox | Refusal> {
    return this.#inTurn(() => this.#scriptPrices(body))
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
      const price = new Decimal(price_usd)
      if (!price.gt(0) || price.gte('1e20') || price.decimalPlaces() > 20) {
        return invalid(
          `prices.${i}.price_usd`,
          'must be above zero, with 20 digits on either side at most',
        )
      }
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
    const issue = 'has so many scripts waiting that no other is taken'
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
    return new Refusal('INVALID_STATE', [{ field: 'transfer_id', issue: 'waits for no decision' }])
  }

  /** When something falls due next: now, where it has already. */
  async #nextMs(): Promise<number> {
    const nowMs = this.#sandbox.clock.now()
    const polls = await this.#work.nextPolls()
    const times = await Promise.all([
      this.#repository.nextPriceTime(this.#now()),
      this.#repository.nextWorkTime(polls.transferIds),
    ])
    const nextMs = Math.min(
      ...times.map((time) => (time === undefined ? Infinity : Date.parse(time))),
      polls.nextMs,
      this.#work.nextCutMs(nowMs),
    )
    return Math.max(nextMs, nowMs)
  }

  /** What falls due now. False where there was no time for all of it: the next call does the rest. */
  async #happen(untilMs: number): Promise<boolean> {
    this.#isUnfinished = true
    if (await this.#quote()) this.#owesRevaluation = true
    await this.#work.cutMarket()
    await this.#work.warn()
    const isDone =
      (await this.#work.endDeadlines(untilMs)) && (await this.#work.carryOutInstructions(untilMs))
    if (!isDone) return false
    if (this.#owesRevaluation) await this.#work.revaluePositions()
    this.#owesRevaluation = false
    this.#isUnfinished = false
    return true
  }

  /**
   * What the script says anew, and as often as is needed that nothing happens on a stale price. True where it is
   * anything new.
   */
  async #quote(): Promise<boolean> {
    const nowMs = this.#sandbox.clock.now()
    const quotes = await this.#repository.pricesAt(this.#now())
    if (quotes.length === 0 || nowMs === this.#quotedAtMs) return false
    const said = JSON.stringify(quotes)
    const isNew = said !== this.#quoted
    if (!isNew && nowMs < this.#quotedAtMs + this.#work.quoteEveryMs) return false
    await this.#work.quote(quotes)
    this.#quotedAtMs = nowMs
    this.#quoted = said
    return isNew
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined)
    return done
  }

  #now(): string {
    return new Date(this.#sandbox.clock.now()).toISOString()
  }
}

function invalid(field: string, issue: string): Refusal {
  return new Refusal('VALUE_INVALID', [{ field, issue }])
}
