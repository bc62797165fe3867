import { describeValue, isRecord, type Difference } from '../differences.ts'
import { closeOutDocumentDifferences } from './verify-close-out-document.ts'
import { confirmationDifferences } from './verify-confirmation.ts'
import { notCoveredOfNotice, noticeDifferences } from './verify-notice.ts'
import { statementDifferences } from './verify-statement.ts'

/** The result of a verification: `ok` if there is no difference. */
export interface DocumentVerification {
  ok: boolean
  differences: Difference[]
  /** What was not recomputed, in words. */
  notCovered: string[]
}

interface Kind {
  readonly differencesOf: (content: unknown) => Difference[]
  readonly notCovered: (content: unknown) => readonly string[]
}

const sources = 'whether the inputs are true: each has its source or its time'
const origin =
  'whether the service has made it: only the digests in the event document.created show that'

const kinds: ReadonlyMap<unknown, Kind> = new Map([
  [
    'confirmation',
    {
      differencesOf: confirmationDifferences,
      notCovered: () => ['the terms and quantities, which both sides have agreed on'],
    },
  ],
  ['margin_call_notice', { differencesOf: noticeDifferences, notCovered: notCoveredOfNotice }],
  [
    'margin_statement',
    {
      differencesOf: statementDifferences,
      notCovered: () => ['the positions that it leaves out, which are in the sums alone'],
    },
  ],
  ['close_out_statement', { differencesOf: closeOutDocumentDifferences, notCovered: () => [] }],
])

/**
 * Recomputes every figure of the content of a document from the members that it has, compares what
 * it says twice, and refuses members that its kind does not have. It needs no service. The argument
 * may be any JSON: the result is a list of differences, never an exception.
 *
 * @example
 *   const { ok, differences } = verifyDocument(JSON.parse(text))
 *   // differences: [{ member: 'figures.ccr_percent', expected: '150.00', actual: '151.00' }]
 */
export function verifyDocument(content: unknown): DocumentVerification {
  if (!isRecord(content)) return refused('content', 'an object', content)
  if (content['content_version'] !== '1') {
    return refused('content_version', '1', content['content_version'])
  }
  const kind = kinds.get(content['kind'])
  if (kind === undefined) {
    return refused('kind', [...kinds.keys()].join(' or '), content['kind'])
  }
  const differences = kind.differencesOf(content)
  const notCovered = [origin, sources, ...kind.notCovered(content)]
  return { ok: differences.length === 0, differences, notCovered }
}

function refused(member: string, expected: string, actual: unknown): DocumentVerification {
  const difference = { member, expected, actual: describeValue(actual ?? 'missing') }
  return { ok: false, differences: [difference], notCovered: [origin] }
}
