import { Decimal, formatDecimal } from '@vadium/margin'
import { expect, it } from 'vitest'
import { paymentDue } from '../../../../src/features/deals/orders/interest-due.ts'
import type { OrderRow } from '../../../../src/features/deals/orders/order-row.ts'
import { dayMs, startOfNextMonth } from '../../../../src/platform/instant.ts'
import { after, orderIn, orderPosition, terms } from '../../../harness/deal-records.ts'
import { isLongRun, seedFrom } from '../../../harness/long-run.ts'
import { type InterestPeriod, owedInterest } from '../../../harness/owed-interest.ts'
import { Random } from '../../../harness/random.ts'

type Interest = NonNullable<OrderRow['interest']>
type Change = Interest['interestChanges'][number]

interface Payment {
  readonly id: string
  readonly quantity: string
  readonly dueOn: string
  status: 'under way' | 'completed' | 'failed'
}

const seed = seedFrom('INTEREST_SEED', 20260115)
const startMs = Date.parse('2026-01-15T12:00:00.000Z')
const timeAt = (day: number) => new Date(startMs + day * dayMs).toISOString()
const dayAt = (day: number) => timeAt(day).slice(0, 10)

/** A deal that pays every month, with changes of its rate and quantity, and what was paid. */
class Schedule {
  readonly payments: Payment[] = []
  readonly #random: Random
  readonly #changes: (Change & { readonly day: number })[] = []
  #quantity = '10'
  #rate = '5'

  constructor(random: Random) {
    this.#random = random
  }

  change(day: number): void {
    const from = dayAt(day)
    if (this.#random.chance(0.5)) {
      this.#rate = `${this.#random.below(12)}.${this.#random.below(1_000_000)}`
      const rate = { quantityBefore: null, quantity: null, ratePercent: this.#rate }
      this.#changes.push({ day, from, ...rate })
    } else {
      const before = this.#quantity
      const part = `0.${String(this.#random.below(99_999_999)).padStart(8, '0')}`
      this.#quantity = formatDecimal(new Decimal(before).minus(part))
      const quantities = { quantityBefore: before, quantity: this.#quantity, ratePercent: null }
      this.#changes.push({ day, from, ...quantities })
    }
  }

  /** Some of what is under way ends, and mostly arrives. */
  settle(chance: number): void {
    for (const payment of this.payments.filter(({ status }) => status === 'under way')) {
      if (this.#random.chance(chance)) {
        payment.status = this.#random.chance(0.7) ? 'completed' : 'failed'
      }
    }
  }

  /** Instructs what an active order owes, or a closing one whose asset is back on a day. */
  pay(time: string, backOn?: number): boolean {
    const payment = paymentDue(this.#order(backOn), time)
    if (payment === undefined) return false
    const { quantity, dueOn = '', replaces } = payment
    expect(new Decimal(quantity).greaterThan(0)).toBe(true)
    const replaced = this.payments.find(({ id }) => id === replaces)
    if (replaces !== undefined)
      expect(replaced).toMatchObject({ status: 'failed', quantity, dueOn })
    const id = String(this.payments.length)
    this.payments.push({ id, quantity, dueOn, status: 'under way' })
    return true
  }

  paid(): string {
    return sum(this.payments.filter(({ status }) => status === 'completed'))
  }

  /** What a single payment would be, by rational arithmetic. */
  owed(backOn: number): string {
    const days = [0, ...this.#changes.map(({ day }) => day).filter((day) => day < backOn), backOn]
    const periods = days.slice(1).map((to, i): InterestPeriod => {
      const from = days[i] ?? 0
      const applied = this.#changes.filter(({ day }) => day <= from)
      const quantity = applied.findLast((one) => one.quantity !== null)?.quantity ?? '10'
      const rate = applied.findLast((one) => one.ratePercent !== null)?.ratePercent ?? '5'
      return [quantity, rate, to - from]
    })
    return owedInterest(...periods)
  }

  #order(backOn: number | undefined): OrderRow {
    const isBack = backOn !== undefined
    return orderIn(isBack ? 'CLOSING' : 'ACTIVE', {
      terms: { ...terms, interest_schedule: 'monthly' },
      position: {
        ...orderPosition,
        activeAt: timeAt(0),
        assetQuantity: isBack ? '0' : this.#quantity,
        assetBackAt: isBack ? timeAt(backOn) : null,
        closedQuantity: isBack ? this.#quantity : null,
      },
      interest: {
        interestChanges: this.#changes,
        assetDecimals: 8,
        charged: sum(this.payments.filter(({ status }) => status !== 'failed')),
        failed: this.payments
          .filter(({ status }) => status === 'failed')
          .map((one) => ({ ...one, lateAt: after(0), isReplaced: false })),
        nextAt: null,
        calendars: null,
      },
    })
  }
}

const sum = (payments: readonly Payment[]) =>
  formatDecimal(payments.reduce((total, one) => total.plus(one.quantity), new Decimal(0)))

/** A whole life: some months are missed, some payments fail, and some are tried again. */
function play(random: Random): void {
  const schedule = new Schedule(random)
  const backOn = random.below(400)
  let first = startOfNextMonth(timeAt(0))
  for (let day = 0; day < backOn; day += 1) {
    // Changes hold from today on, and what is due until a first never changes after it.
    if (day > 0 && random.chance(0.02)) schedule.change(day)
    schedule.settle(0.2)
    if (timeAt(day) >= first) {
      if (random.chance(0.8)) schedule.pay(timeAt(day))
      first = startOfNextMonth(timeAt(day))
    } else if (random.chance(0.03)) schedule.pay(timeAt(day))
  }
  while (schedule.payments.some(({ status }) => status === 'under way')) schedule.settle(0.5)
  while (schedule.pay(timeAt(backOn), backOn)) schedule.settle(1)
  expect(schedule.paid()).toBe(schedule.owed(backOn))
}

it(`payments sum to a single payment at the close, from the seed ${seed}`, () => {
  const random = new Random(seed)
  const schedules = isLongRun ? 20_000 : 200
  for (let i = 0; i < schedules; i += 1) play(random)
}, 600_000)
