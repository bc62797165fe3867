import type { Position } from '@vadium/client'
import type { Reader } from '../../service/reader.ts'

interface DueWords {
  /** In a list. */
  readonly next: string
  /** On the button that shows what would be sent, and above that. */
  readonly show: string
  /** On the button that sends it. */
  readonly send: string
}

const ofLender: Readonly<Record<string, DueWords>> = {
  TopUp: { next: 'Call', show: 'Call collateral', send: 'Send the call' },
  Release: { next: 'Release', show: 'Release collateral', send: 'Send the release' },
}

const ofBorrower: Readonly<Record<string, DueWords>> = {
  TopUp: { next: 'Offer', show: 'Offer collateral', send: 'Send the offer' },
  Release: { next: 'Ask back', show: 'Ask for collateral back', send: 'Ask for the release' },
}

/** What can be asked for of what is due, from the side of the reader. */
export function dueWords(
  reader: Reader,
  { lender_id }: Pick<Position, 'lender_id'>,
  direction: string | null,
): DueWords | undefined {
  return (reader.isOwn(lender_id) ? ofLender : ofBorrower)[direction ?? '']
}
