import {
  type CallSetVerification,
  CLOSE_OUT_VERSION,
  type CloseOutVerification,
  FORMULA_VERSIONS,
  type PreviewVerification,
} from '@vadium/margin'
import type { MarkToMarketParty, MarkToMarketPreview } from '@vadium/schema'
import type { VerifiedDocument } from '../documents/verified-document.ts'
import { printable } from '../terminal/printable.ts'

// The members of a preview that do not follow from the inputs of its calculation. A test compares
// them
// with what verifyPreview ignores.
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

/** The members of a preview that a verification does not cover. */
export const uncoveredMembers: readonly string[] = [
  ...uncovered,
  ...['sender', 'receiver'].flatMap((party) =>
    uncoveredOfParties.map((name) => `${party}.${name}`),
  ),
].map((member) => `preview.${member}`)

/** The result of recomputing a calculation, as lines. */
export function verificationLines(
  { ok, differences }: PreviewVerification,
  version: string,
): string[] {
  if (ok) {
    return [
      `Verified: the figures and the parties, recomputed offline (formulas ${version}), are exactly equal.`,
      'Not covered: whether the inputs are true, and the members that do not follow from them:',
      `  ${uncovered.join(', ')};`,
      `  of sender and receiver ${uncoveredOfParties.join(', ')}.`,
    ]
  }
  return unequalLines(differences, version, FORMULA_VERSIONS)
}

/** The result of recomputing the statement of a close-out, as lines. */
export function closeOutVerificationLines(
  { ok, differences }: CloseOutVerification,
  version: string,
): string[] {
  if (!ok) return unequalLines(differences, version, [CLOSE_OUT_VERSION])
  return [
    `Verified: every figure, recomputed offline (formulas ${version}), is exactly equal.`,
    'Not covered: whether the inputs are true. Each has its source.',
  ]
}

/** The result of recomputing a preview of a call set, as lines. */
export function callSetVerificationLines({ ok, differences }: CallSetVerification): string[] {
  if (!ok) return differenceLines(differences)
  return [
    'Verified: every row, the total and the minimum, recomputed offline, are exactly equal.',
    'Not covered: whether the inputs are true, what is left out, and the versions of the terms.',
  ]
}

/** The result of recomputing the PDF of a document, as lines. */
export function documentVerificationLines({
  ok,
  differences,
  not_covered: notCovered,
  document_id: id,
  kind,
  revision,
  create_time: created,
  content_sha256: contentSha256,
  pdf_sha256: pdfSha256,
}: VerifiedDocument): string[] {
  const digests = [
    printable(`${kind ?? 'document'} ${id ?? 'without an id'}`),
    printable(`Revision ${revision ?? 'unknown'}, made at ${created ?? 'an unknown time'}`),
    `SHA-256 of the content: ${contentSha256}`,
    `SHA-256 of the file:    ${pdfSha256}`,
  ]
  if (ok) {
    return [
      ...digests,
      'Verified: the digest of the content and every figure, recomputed offline, are equal.',
      'Not covered:',
      ...notCovered.map((part) => `  ${part};`),
    ]
  }
  return [
    ...digests,
    `Not verified: ${differences.length} members differ.`,
    ...differences.map(({ member, expected, actual }) =>
      printable(`  ${member}: is ${actual}, should be ${expected}`),
    ),
  ]
}

function unequalLines(
  differences: PreviewVerification['differences'],
  version: string,
  known: readonly string[],
): string[] {
  if (!known.includes(version)) {
    return [
      printable(
        `Not verified: this version has the formulas ${known.join(' and ')}, the calculation has ${version}.`,
      ),
    ]
  }
  return differenceLines(differences)
}

function differenceLines(differences: PreviewVerification['differences']): string[] {
  return [
    `Not verified: ${differences.length} recomputed members differ.`,
    ...differences.map(({ member, expected, actual }) =>
      printable(`  ${member}: is ${actual}, should be ${expected}`),
    ),
  ]
}
