import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { enter } from '../threads/thread-entries.ts'
import type { CloseOutRecord } from './close-out-record.ts'
import { figuresWords, namesOf, partWords, terminationWords } from './close-out-words.ts'
import { whatCures, whatIsDeclared } from './default-words.ts'

/** Both sides read the same text, so it names them. */
function enterText(tx: WriteTransaction, record: CloseOutRecord, text: string): void {
  const { id: closeOutId, orderId, creatorId: organizationId } = record
  enter(tx, { kind: 'default', orderId, organizationId, closeOutId, text })
}

/** Adds a declaration to the thread of its order. */
export function enterDeclaration(tx: WriteTransaction, record: CloseOutRecord): void {
  const { declarer, defaulting } = namesOf(record)
  const { earliestTerminateAt: from, note } = record
  const said = note === null ? '' : ` Its note: ${note}`
  enterText(
    tx,
    record,
    `${declarer} has declared that ${defaulting} is in default. ${whatIsDeclared(record)} It can terminate the deal from ${from} on, as long as this is so. ${whatCures(record)}${said}`,
  )
}

/** Adds a termination to the thread of its order, with its figures. */
export function enterTermination(tx: WriteTransaction, record: CloseOutRecord): void {
  const { declarer, defaulting } = namesOf(record)
  const figures = terminationWords(record)
  enterText(tx, record, `${declarer} has terminated the deal with ${defaulting}. ${figures}`)
}

/** Adds a termination in part. `left` is the quantity that stays lent, a decimal string. */
export function enterTerminationInPart(
  tx: WriteTransaction,
  record: CloseOutRecord,
  left: string,
): void {
  const { declarer, defaulting } = namesOf(record)
  const figures = partWords(record, left)
  enterText(
    tx,
    record,
    `${declarer} has closed out a part of the deal with ${defaulting}. ${figures}`,
  )
}

/** Adds the figures that replace provisional ones. */
export function enterBooking(tx: WriteTransaction, record: CloseOutRecord): void {
  const { declarer } = namesOf(record)
  const figures = figuresWords(record)
  enterText(
    tx,
    record,
    `The figures of the close-out that ${declarer} terminated are final. ${figures}`,
  )
}
