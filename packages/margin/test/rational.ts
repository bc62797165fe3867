import type { Decimal } from '../src/index.ts'

/**
 * A fraction of integers: the arithmetic with which the package is compared. The denominator is
 * above zero.
 */
export class Rational {
  readonly numerator: bigint
  readonly denominator: bigint

  constructor(numerator: bigint, denominator = 1n) {
    const sign = denominator < 0n ? -1n : 1n
    this.numerator = numerator * sign
    this.denominator = denominator * sign
  }

  /** Reads plain notation, or the plain notation of a Decimal. */
  static of(value: string | Decimal): Rational {
    const [integer = '', fraction = ''] = (
      typeof value === 'string' ? value : value.toFixed()
    ).split('.')
    return new Rational(BigInt(integer + fraction), 10n ** BigInt(fraction.length))
  }

  plus(other: Rational): Rational {
    // Many of the same denominators are summed: their product would grow with each.
    const factor = this.denominator / other.denominator
    if (factor * other.denominator === this.denominator) {
      return new Rational(this.numerator + other.numerator * factor, this.denominator)
    }
    return new Rational(
      this.numerator * other.denominator + other.numerator * this.denominator,
      this.denominator * other.denominator,
    )
  }

  minus(other: Rational): Rational {
    return this.plus(new Rational(-other.numerator, other.denominator))
  }

  times(other: Rational): Rational {
    return new Rational(this.numerator * other.numerator, this.denominator * other.denominator)
  }

  over(other: Rational): Rational {
    return this.times(new Rational(other.denominator, other.numerator))
  }

  compare(other: Rational): -1 | 0 | 1 {
    const difference = this.minus(other).numerator
    return difference === 0n ? 0 : difference < 0n ? -1 : 1
  }

  /** The largest multiple of the increment that is not above this. */
  floorTo(increment: Rational): Rational {
    const { numerator, denominator } = this.over(increment)
    const truncated = numerator / denominator
    const exact = truncated * denominator === numerator
    return new Rational(numerator < 0n && !exact ? truncated - 1n : truncated).times(increment)
  }

  /** The smallest multiple of the increment that is not below this. */
  ceilingTo(increment: Rational): Rational {
    const zero = new Rational(0n)
    return zero.minus(zero.minus(this).floorTo(increment))
  }

  atLeastZero(): Rational {
    return this.numerator < 0n ? new Rational(0n) : this
  }
}
