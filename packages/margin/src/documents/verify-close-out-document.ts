import { verifyCloseOut } from '../close-out/verify-close-out.ts'
import { isRecord, type Difference } from '../differences.ts'
import { Comparison } from './comparison.ts'
import { compareHead, compareOnlyRevision, compareSides, headShape } from './content-head.ts'
import { ofShape } from './content-shape.ts'

const shape = {
  ...headShape,
  close_out: {
    id: 'text',
    cause: 'text',
    position_id: 'text',
    order_id: 'text',
    order_id_pretty: 'integer',
    lender_id: 'text',
    borrower_id: 'text',
    declarer_id: 'text',
    note: 'text?',
    fact: {
      resource: 'text',
      resource_id: 'text',
      occasion: 'integer?',
      due_day: 'day?',
      since_time: 'time',
    },
    earliest_terminate_time: 'time',
    terminate_time: 'time',
    create_time: 'time',
  },
  statement: 'any',
} as const

/** What of a close-out statement contradicts the rest of it. */
export function closeOutDocumentDifferences(content: unknown): Difference[] {
  const read = ofShape('content', shape, content)
  if ('differences' in read) return read.differences
  const { close_out: closeOut, statement, lender, borrower, create_time: created } = read.value
  const found = new Comparison()
  // For any JSON, this returns differences and never throws.
  found.differences.push(...verifyCloseOut(statement as never).differences)
  compareHead(found, read.value)
  compareOnlyRevision(found, read.value)
  compareSides(found, 'close_out', read.value, closeOut)
  if (!isRecord(statement)) return found.differences
  const { in_default: inDefault, provisional } = statement
  found.same('statement.lender_id', lender.organization_id, statement['lender_id'])
  found.same('statement.borrower_id', borrower.organization_id, statement['borrower_id'])
  found.same('statement.provisional', false, provisional)
  const declarer = inDefault === 'lender' ? borrower : lender
  found.same('close_out.declarer_id', declarer.organization_id, closeOut.declarer_id)
  const times = [
    ['earliest_terminate_time', closeOut.create_time, closeOut.earliest_terminate_time],
    ['terminate_time', closeOut.earliest_terminate_time, closeOut.terminate_time],
  ] as const
  for (const [member, from, time] of times) {
    found.holds(`close_out.${member}`, from <= time, `not before ${from}`, time)
  }
  const { terminate_time: terminated } = closeOut
  found.holds('create_time', terminated <= created, `not before ${terminated}`, created)
  return found.differences
}
