import { exactNumberMembers, Transfer } from '@vadium/schema'
import { LosslessNumber, stringify } from 'lossless-json'

const exact = exactNumberMembers(Transfer)

/** A transfer as JSON text, with numbers digit for digit as they are stored. */
export function transferDocument(transfer: Transfer): string {
  const text = stringify(transfer, (key: string, value: unknown) =>
    exact.has(key) && typeof value === 'string' ? new LosslessNumber(value) : value,
  )
  if (text === undefined) throw new TypeError('a transfer has a JSON text')
  return text
}
