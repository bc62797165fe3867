import { FORMULA_VERSION, type PreviewVerification } from '@vadium/margin'
import { printable } from '../printable.ts'

/** What came of doing a calculation again. */
export function verificationLines(
  { ok, differences }: PreviewVerification,
  version: string,
): string[] {
  if (ok) {
    return [`Verified: computed again offline (formulas ${version}), it agrees to the digit.`]
  }
  if (version !== FORMULA_VERSION) {
    return [
      printable(
        `Not verified: this version knows the formulas ${FORMULA_VERSION}, and these are ${version}.`,
      ),
    ]
  }
  return [
    `Not verified: computed again offline, ${differences.length} of its figures differ.`,
    ...differences.map(({ member, expected, actual }) =>
      printable(`  ${member}: is ${actual}, should be ${expected}`),
    ),
  ]
}
