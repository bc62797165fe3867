import { Event } from '@vadium/schema'
import { shapeChecker } from '../operations/answer-shape.ts'
import { printable, printableJson } from '../printable.ts'
import { time } from './time.ts'

const checked = shapeChecker(Event)

/**
 * An event as people read it: when, what moved, from where to where, and of which order.
 *
 * @throws VadiumReplyError when it has not what is shown.
 */
export function eventLine(event: unknown): string {
  const { time: at, type, data } = checked(event)
  const { change, organization_id: _, ...others } = data
  const said =
    change === undefined
      ? printableJson(JSON.stringify(others))
      : printable(
          `${change.from ?? '·'} → ${change.to}  (${change.action})  ${change.resource} ${change.resource_id}` +
            `  order ${change.order_id}`,
        )
  return `${time(printable(at))}  ${printable(type)}  ${said}`
}
