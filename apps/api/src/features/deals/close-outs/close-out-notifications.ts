import type { NotificationSeverity } from '@vadium/schema'
import type { WriteTransaction } from '../../../platform/writes/write-transaction.ts'
import { type NewNotification, notify } from '../../notifications/index.ts'
import { type CloseOutRecord, excessWords, missingExcess } from './close-out-record.ts'
import { figuresWords, namesOf, partWords, terminationWords } from './close-out-words.ts'
import { whatCures, whatIsDeclared, whyCured } from './default-words.ts'

/** What happened to a close-out, with the words for the declarer and for the party in default. */
interface Happened {
  readonly category: 'default_declared' | 'default_ended' | 'close_out_changed'
  readonly severity: NotificationSeverity
  /** Names it besides the id, where the same category notifies more than once. */
  readonly occasion: string
  readonly title: string
  readonly toDeclarer: string
  readonly toDefaulting: string
}

function notifyBoth(
  tx: WriteTransaction,
  record: CloseOutRecord,
  { category, severity, occasion, title, toDeclarer, toDefaulting }: Happened,
): Promise<void> {
  const { id, orderId, orderNumber, creatorId, lenderId, borrowerId } = record
  const common = {
    category,
    severity,
    occasion: `${id} ${occasion}`,
    title: `${title}: order ${orderNumber}`,
    link: { resource: 'close_out', id, order_id: orderId },
  } as const
  const bodies: NewNotification[] = [lenderId, borrowerId].map((organizationId) => ({
    ...common,
    organizationId,
    body: organizationId === creatorId ? toDeclarer : toDefaulting,
  }))
  return notify(tx, bodies)
}

/** Both sides are notified when a default is declared. */
export function notifyDeclaration(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const { earliestTerminateAt: from, note } = record
  const fact = whatIsDeclared(record)
  return notifyBoth(tx, record, {
    category: 'default_declared',
    severity: 'critical',
    occasion: 'declared',
    title: 'Default declared',
    toDeclarer: `You have declared a default of ${defaulting}. ${fact} You can terminate the deal from ${from} on, as long as this is so.`,
    toDefaulting: `${declarer} has declared that you are in default. ${fact} It can terminate the deal from ${from} on, as long as this is so. ${whatCures(record)}${note === null ? '' : ` Its note: ${note}`}`,
  })
}

/** Both sides are notified once that the grace of a notice is over. */
export async function notifyGraceOver(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  // One of the liquidation level can be terminated at once, as its declaration says.
  if (record.cause === 'LIQUIDATION_LEVEL') return
  const { declarer, defaulting } = namesOf(record)
  const fact = whatIsDeclared(record)
  await notifyBoth(tx, record, {
    category: 'default_declared',
    severity: 'critical',
    occasion: 'grace over',
    title: 'Grace of a default over',
    toDeclarer: `The default of ${defaulting} is not cured. ${fact} You can terminate the deal now.`,
    toDefaulting: `Your default is not cured. ${fact} ${declarer} can terminate the deal now. ${whatCures(record)}`,
  })
}

const endings = {
  withdraw: 'The notice was withdrawn.',
  lapse: 'The notice has ended by itself.',
} as const

/** Both sides are notified when a notice ends without a termination. */
export function notifyEnd(
  tx: WriteTransaction,
  record: CloseOutRecord,
  how: keyof typeof endings | 'cure',
): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const why = how === 'cure' ? whyCured(record) : endings[how]
  return notifyBoth(tx, record, {
    category: 'default_ended',
    severity: 'info',
    occasion: 'ended',
    title: how === 'cure' ? 'Default cured' : 'Notice ended',
    toDeclarer: `The default of ${defaulting} that you declared is over. ${why}`,
    toDefaulting: `Your default that ${declarer} declared is over. ${why}`,
  })
}

/** Both sides are notified of the figures of a termination. */
export function notifyTermination(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const figures = terminationWords(record)
  return notifyBoth(tx, record, {
    category: 'close_out_changed',
    severity: 'critical',
    occasion: 'terminated',
    title: 'Deal closed out',
    toDeclarer: `You have terminated the deal with ${defaulting}. ${figures}`,
    toDefaulting: `${declarer} has terminated the deal with you. ${figures}`,
  })
}

/** Both sides are notified of the figures that replace provisional ones. */
export function notifyBooking(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const figures = figuresWords(record)
  return notifyBoth(tx, record, {
    category: 'close_out_changed',
    severity: 'critical',
    occasion: 'booked',
    title: 'Close-out booked',
    toDeclarer: `The figures of your close-out with ${defaulting} are final. ${figures}`,
    toDefaulting: `The figures of the close-out that ${declarer} terminated are final. ${figures}`,
  })
}

/** Both sides are notified of the figures of a termination in part, and of what is left. */
export function notifyTerminationInPart(
  tx: WriteTransaction,
  record: CloseOutRecord,
  /** The quantity that stays lent. Decimal string. */
  left: string,
): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const figures = partWords(record, left)
  return notifyBoth(tx, record, {
    category: 'close_out_changed',
    severity: 'critical',
    occasion: 'terminated',
    title: 'Deal closed out in part',
    toDeclarer: `You have closed out a part of the deal with ${defaulting}. ${figures}`,
    toDefaulting: `${declarer} has closed out a part of the deal with you. ${figures}`,
  })
}

/** Both sides are notified that nothing is owed any more. */
export function notifySettlement(
  tx: WriteTransaction,
  record: CloseOutRecord,
  how: string,
): Promise<void> {
  return notifyBoth(tx, record, {
    category: 'close_out_changed',
    severity: 'info',
    occasion: 'settled',
    title: 'Close-out settled',
    toDeclarer: `${how} Nothing is owed any more.`,
    toDefaulting: `${how} Nothing is owed any more.`,
  })
}

/** Both sides are notified once that what goes back is late. */
export function notifyLateExcess(tx: WriteTransaction, record: CloseOutRecord): Promise<void> {
  const { declarer, defaulting } = namesOf(record)
  const late = excessWords(missingExcess(record))
  return notifyBoth(tx, record, {
    category: 'close_out_changed',
    severity: 'critical',
    occasion: 'late',
    title: 'What goes back is late',
    toDeclarer: `${defaulting} still waits for the ${late} that the close-out leaves to it. Send it again, or agree how else it reaches ${defaulting}.`,
    toDefaulting: `The ${late} that the close-out leaves to you has not arrived from ${declarer}. You can have it sent again, or confirm that you received it in another way.`,
  })
}
