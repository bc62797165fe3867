import type { WriteFigures, WriteSetting } from '../measure/writes.ts'
import { table, whole } from '../text/table.ts'

export function writesText({ appends, orders }: WriteFigures): string {
  const appendRows = appends.map(({ before, now, ratio, numberedAfterMs, ...setting }) => [
    nameOf(setting),
    whole(before.median),
    whole(now.median),
    `${ratio.median.toFixed(2)}×`,
    `${ratio.min.toFixed(2)}–${ratio.max.toFixed(2)}`,
    numberedAfterMs.toFixed(0),
  ])
  const orderRows = orders.map(
    ({ ordersPerSecond, p50Ms, p95Ms, deliveredP50Ms, deliveredP95Ms, ...setting }) => [
      nameOf(setting),
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
  return (
    `\nA commit that appends two events, numbered by the writer, and after the commit\n` +
    table(appendHeads, appendRows) +
    `\nPOST /orders, signed, with an idempotency key; delivered: from the answer to a stream\n` +
    table(orderHeads, orderRows)
  )
}

const nameOf = ({ standby, organizations, clients }: WriteSetting) =>
  `${standby ? 'standby' : 'no standby'}, ${organizations} org., ${clients} clients`
