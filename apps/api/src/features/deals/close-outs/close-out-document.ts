import { isDocumentWanted, recordDocument } from '../../documents/index.ts'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type CloseOutRecord, statementOf } from './close-out-record.ts'
import { closeOutMembers } from './close-out-resource.ts'

/** States a close-out that was just booked, if one of the sides wants that. */
export async function stateCloseOut(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  if (!(await isDocumentWanted(tx, 'close_out_statement', record))) return
  const { id: subjectId, orderId, lenderId, borrowerId } = record
  const subject = { kind: 'close_out_statement', orderId, subjectId, lenderId, borrowerId } as const
  await recordDocument(tx, subject, {
    close_out: closeOutMembers(record),
    statement: statementOf(record),
  })
}
