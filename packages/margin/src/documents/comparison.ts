import { compareValues, describeValue, isRecord, type Difference } from '../differences.ts'
import { MarginInputError } from '../margin-input-error.ts'

/** Collects how a content differs from what it should be. */
export class Comparison {
  readonly differences: Difference[] = []

  /** A member that must have the value that another one has, or that is recomputed. */
  same(member: string, expected: unknown, actual: unknown): void {
    this.differences.push(...compareValues(member, expected, actual, 'refused'))
  }

  /** A member that must fulfil something, which `expected` says. */
  holds(member: string, isTrue: boolean, expected: string, actual: unknown): void {
    if (isTrue) return
    this.differences.push({ member, expected, actual: describeValue(actual) })
  }

  /** Members that must be what `recompute` makes, or the input that it refuses. */
  recomputed(place: string, members: object, recompute: () => object): void {
    try {
      this.differences.push(...compareValues(place, recompute(), members))
    } catch (error) {
      if (!(error instanceof MarginInputError)) throw error
      const actual = isRecord(members) ? members[error.member] : undefined
      this.holds(`${place}.${error.member}`, false, error.issue, actual ?? 'something else')
    }
  }
}
