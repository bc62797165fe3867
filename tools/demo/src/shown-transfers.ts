import type { Transfer } from '@vadium/client'
import type { CustodianWord, Movement, NetFlow } from '@vadium/book/played'
import { grouped, layTable, tableLines } from '@vadium/cli/parts'
import { quantity } from './shown-figure.ts'
import { wrapped } from './shown-lines.ts'
import { bookDay, bookHour } from './shown-time.ts'

/** The names of organizations by their ids in transfers. */
export type FirmNames = ReadonlyMap<string, string>

/** Newly instructed transfers. */
export function instructedLines(transfers: readonly Transfer[], names: FirmNames): string[] {
  const rows = transfers.map((transfer) => [
    transfer.category,
    quantity(transfer.quantity, transfer.token),
    wayOf(transfer, names),
    transfer.status,
  ])
  return tableLines(layTable([{}, { align: 'right' }, {}, {}], rows))
}

/** Transfers with the reports of their custodians, in their own words. */
export function movementLines(
  movements: readonly Movement[],
  names: FirmNames,
  width: number,
): string[] {
  const paths = new Map<string, Movement[]>()
  for (const movement of movements) {
    const path = pathOf(movement.words)
    paths.set(path, [...(paths.get(path) ?? []), movement])
  }
  return [...paths].flatMap(([path, alike]) => [
    ...tableLines(
      layTable(
        [{ align: 'right' }, {}, {}],
        alike.map(({ transfer }) => [
          quantity(transfer.quantity, transfer.token),
          wayOf(transfer, names),
          transfer.status,
        ]),
      ),
    ),
    ...wrapped(path, width - 2, ' · ').map((line) => `  ${line}`),
  ])
}

function pathOf(words: readonly CustodianWord[]): string {
  return words
    .flatMap(({ time, word }) => (word === null ? [] : [`${bookHour(time)} ${word}`]))
    .join(' · ')
}

/** All transfers of a deal, by day. */
export function historyLines(transfers: readonly Transfer[], names: FirmNames): string[] {
  const rows = transfers.map((transfer) => [
    bookDay(transfer.create_time),
    transfer.category,
    quantity(transfer.quantity, transfer.token),
    `to ${nameOf(transfer.receiver.organization_id, names)}`,
    transfer.status,
  ])
  return tableLines(layTable([{ align: 'right' }, {}, { align: 'right' }, {}, {}], rows))
}

export function flowLines(flows: readonly NetFlow[]): string[] {
  const right = { align: 'right' as const }
  const columns = [
    { heading: 'NET' },
    {},
    { heading: 'RECEIVED', ...right },
    { heading: 'SENT', ...right },
    { heading: 'NET', ...right },
  ]
  const rows = flows.map(({ name, asset, received, sent, net }) => [
    name,
    asset,
    grouped(received),
    grouped(sent),
    grouped(net),
  ])
  return tableLines(layTable(columns, rows))
}

function wayOf({ sender, receiver }: Transfer, names: FirmNames): string {
  return `${nameOf(sender.organization_id, names)} → ${nameOf(receiver.organization_id, names)}`
}

function nameOf(organization: string, names: FirmNames): string {
  return names.get(organization) ?? organization
}
