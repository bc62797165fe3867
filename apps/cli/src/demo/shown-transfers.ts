import type { Transfer } from '@vadium/client'
import { layTable, tableLines } from '../table.ts'
import type { Movement } from './episode.ts'
import { bookHour, quantity, wrapped } from './shown-figure.ts'

/** Who is behind the identifier of an organization in a transfer. */
export type FirmNames = ReadonlyMap<string, string>

/** Transfers, each in a line. */
export function transferLines(transfers: readonly Transfer[], names: FirmNames): string[] {
  const rows = transfers.map((transfer) => [
    transfer.category,
    quantity(transfer.quantity, transfer.token),
    wayOf(transfer, names),
    transfer.status,
  ])
  return tableLines(layTable([{}, { align: 'right' }, {}, {}], rows))
}

/** All that has moved in a deal, by day. */
export function historyLines(transfers: readonly Transfer[], names: FirmNames): string[] {
  const rows = transfers.map((transfer) => [
    transfer.create_time.slice(0, 10),
    transfer.category,
    quantity(transfer.quantity, transfer.token),
    wayOf(transfer, names),
    transfer.status,
  ])
  return tableLines(layTable([{}, {}, { align: 'right' }, {}, {}], rows))
}

/** Transfers with what their custodians said of them, word for word. */
export function movementLines(
  movements: readonly Movement[],
  names: FirmNames,
  width: number,
): string[] {
  return movements.flatMap(({ transfer, words }) => [
    `${quantity(transfer.quantity, transfer.token)}, ${wayOf(transfer, names)}: ${transfer.status}`,
    ...wrapped(
      words
        .filter(({ word }) => word !== null)
        .map(({ time, word }) => `${bookHour(time)} ${word ?? ''}`),
      width - 2,
      ' · ',
    ).map((line) => `  ${line}`),
  ])
}

function wayOf({ sender, receiver }: Transfer, names: FirmNames): string {
  return `${nameOf(sender.organization_id, names)} → ${nameOf(receiver.organization_id, names)}`
}

function nameOf(organization: string, names: FirmNames): string {
  return names.get(organization) ?? organization
}
