import { Rational } from '../../../../packages/margin/test/rational.ts'

/** A time in which neither the quantity nor the rate changed: whole days of a year of 360. */
export type InterestPeriod = readonly [quantity: string, ratePercent: string, days: number]

/** The interest of the periods in satoshis, rounded up once, by rational arithmetic. */
export function owedInterest(...periods: readonly InterestPeriod[]): string {
  const sum = periods.reduce(
    (total, [quantity, rate, days]) =>
      total.plus(
        Rational.of(quantity)
          .times(Rational.of(rate))
          .times(new Rational(BigInt(days), 36_000n)),
      ),
    new Rational(0n),
  )
  const satoshi = new Rational(1n, 100_000_000n)
  const satoshis = sum.ceilingTo(satoshi).over(satoshi)
  const digits = (satoshis.numerator / satoshis.denominator).toString().padStart(9, '0')
  return `${digits.slice(0, -8)}.${digits.slice(-8)}`.replace(/\.?0+$/, '')
}
