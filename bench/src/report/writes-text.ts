import type { WriteFigures, WriteSetting } from '../measure/writes.ts'
import type { AlternativeFigures } from '../writes/alternative-orders.ts'
import type { MeasuredCosts } from '../writes/write-costs.ts'
import { microseconds, table, whole } from '../text/table.ts'

export function writesText({ appends, orders, alternatives, writes, costs }: WriteFigures): string {
  const appendRows = appends.map(({ before, now, ratio, numberedAfterMs, ...setting }) => [
    nameOf(setting, 'org.'),
    whole(before.median),
    whole(now.median),
    `${ratio.median.toFixed(2)}×`,
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    numberedAfterMs.toFixed(0),
  ])
  const orderRows = orders.map(
    ({ ordersPerSecond, p50Ms, p95Ms, deliveredP50Ms, deliveredP95Ms, ...setting }) => [
      nameOf(setting, 'pairs'),
      whole(ordersPerSecond.median),
      `${whole(ordersPerSecond.min)}–${whole(ordersPerSecond.max)}`,
      ...[p50Ms, p95Ms, deliveredP50Ms, deliveredP95Ms].map((ms) => ms.toFixed(1)),
    ],
  )
  const appendHeads = ['', 'writer/s', 'after/s', 'ratio', 'min–max', 'last numbered ms']
  const orderHeads = [
    '',
    'orders/s',
    'min–max',
    'p50 ms',
    'p95 ms',
    'delivered p50',
    'delivered p95',
  ]
  const writeRows = writes.map(({ write, perSecond, p50Ms, ...setting }) => [
    `${write}, ${nameOf(setting, 'pairs')}`,
    perSecond.median.toFixed(1),
    `${perSecond.min.toFixed(1)}–${perSecond.max.toFixed(1)}`,
    p50Ms.toFixed(1),
  ])
  return (
    `\nA commit that appends two events, numbered by the writer, and after the commit\n` +
    table(appendHeads, appendRows) +
    `\nPOST /orders, signed, with an idempotency key; delivered: from the answer to a stream\n` +
    table(orderHeads, orderRows) +
    `\nPOST /orders of the service, and of NestJS with TypeORM\n` +
    alternativesTable({ orders, alternatives }) +
    `\nOther writes; of a custody step the mean, with so many workers\n` +
    table(['', 'per second', 'min–max', 'p50 ms'], writeRows) +
    costsText(costs)
  )
}

/** Both are measured in the same settings, in the same order. */
function alternativesTable({
  orders,
  alternatives,
}: Pick<WriteFigures, 'orders' | 'alternatives'>) {
  const rows = alternatives.flatMap((alternative, n) => {
    const service = orders[n]
    return [
      ...(service === undefined ? [] : [alternativeRow('service', service)]),
      alternativeRow('NestJS', alternative),
    ]
  })
  return table(['', 'orders/s', 'min–max', 'p50 ms', 'Node µs', 'PostgreSQL µs'], rows)
}

function alternativeRow(who: string, figures: WriteSetting & AlternativeFigures): string[] {
  const { ordersPerSecond, p50Ms, serverMicroseconds, databaseMicroseconds, ...setting } = figures
  return [
    `${nameOf(setting, 'pairs')}: ${who}`,
    whole(ordersPerSecond.median),
    `${whole(ordersPerSecond.min)}–${whole(ordersPerSecond.max)}`,
    p50Ms.toFixed(1),
    microseconds(serverMicroseconds),
    microseconds(databaseMicroseconds),
  ]
}

function costsText({ alone, settled }: MeasuredCosts): string {
  const rows = alone.map((cost) => [
    cost.write,
    cost.p50Ms.toFixed(1),
    ...[cost.roundTrips, cost.statements, cost.planned].map((count) => count.toFixed(1)),
    microseconds(cost.serverMicroseconds),
    microseconds(cost.databaseMicroseconds),
    whole(cost.walBytes),
    cost.fsyncs.toFixed(1),
  ])
  const heads = ['p50 ms', 'trips', 'statements', 'planned', 'Node µs', 'PostgreSQL µs']
  return (
    `\nWhat one write costs alone, with one client and one pair\n` +
    table(['', ...heads, 'WAL bytes', 'fsyncs'], rows) +
    `\nWhat an order costs until it has settled, ${settled.underWay} of one pair under way together\n` +
    table(
      ['statements', 'planned', 'Node µs', 'PostgreSQL µs', 'WAL bytes', 'fsyncs'],
      [
        [
          ...[settled.statements, settled.planned].map((count) => count.toFixed(1)),
          microseconds(settled.serverMicroseconds),
          microseconds(settled.databaseMicroseconds),
          whole(settled.walBytes),
          settled.fsyncs.toFixed(1),
        ],
      ],
    )
  )
}

const nameOf = ({ standby, pairs, clients }: WriteSetting, of: 'org.' | 'pairs') =>
  `${standby ? 'standby' : 'no standby'}, ${pairs} ${of}, ${clients} clients`
