import { FORMULA_VERSION, type PreviewVerification } from '@vadium/margin'
import type { MarkToMarketParty, MarkToMarketPreview } from '@vadium/schema'
import { printable } from '../printable.ts'

// What of a preview does not follow from the inputs of its calculation. A test holds these to what
// verifyPreview lets pass.
const uncovered = [
  'collateral_type',
  'price_at_last_m2m',
  'price_at_last_market',
  'last_m2m_at',
  'order_id',
  'order_id_pretty',
  'position_id',
] as const satisfies readonly (keyof MarkToMarketPreview)[]
const uncoveredOfParties = [
  'custodian',
  'organization_name',
  'wallet_id',
  'wallet_name',
] as const satisfies readonly (keyof MarkToMarketParty)[]

/** The members of a preview that a verification says nothing about. */
export const uncoveredMembers: readonly string[] = [
  ...uncovered,
  ...['sender', 'receiver'].flatMap((party) =>
    uncoveredOfParties.map((name) => `${party}.${name}`),
  ),
].map((member) => `preview.${member}`)

/** What came of doing a calculation again. */
export function verificationLines(
  { ok, differences }: PreviewVerification,
  version: string,
): string[] {
  if (ok) {
    return [
      `Verified: the figures and the parties, computed again offline (formulas ${version}), to the digit.`,
      'Not covered: whether the inputs are true, and what does not follow from them:',
      `  ${uncovered.join(', ')};`,
      `  of sender and receiver ${uncoveredOfParties.join(', ')}.`,
    ]
  }
  if (version !== FORMULA_VERSION) {
    return [
      printable(
        `Not verified: this version knows the formulas ${FORMULA_VERSION}, and these are ${version}.`,
      ),
    ]
  }
  return [
    `Not verified: computed again offline, ${differences.length} of its members differ.`,
    ...differences.map(({ member, expected, actual }) =>
      printable(`  ${member}: is ${actual}, should be ${expected}`),
    ),
  ]
}
