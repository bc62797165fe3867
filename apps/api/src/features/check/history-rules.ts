import { type StateMachine, stateMachines } from '@vadium/schema'
import type { BookRule } from './book-rule.ts'

/** The table of each resource whose state changes are recorded. */
const tables: Readonly<Record<string, string>> = {
  order: 'orders',
  position: 'positions',
  transfer: 'transfers',
  mark_to_market_request: 'mark_to_market_requests',
  order_request: 'order_requests',
  close_out: 'close_outs',
}

const recorded = stateMachines.filter(({ id }) => id in tables)

const resources = recorded
  .map(({ id }) => `SELECT '${id}' AS machine, id, status FROM ${tables[id] ?? ''}`)
  .join(' UNION ALL ')

/** Every transition of the state machines, including creation, as rows of SQL. */
const moves = recorded
  .flatMap((machine: StateMachine) => [
    [machine.id, 'create', null, machine.initial],
    ...machine.transitions.flatMap(({ action, from, to }) =>
      from.map((state) => [machine.id, action, state, to]),
    ),
  ])
  .map((move) => `(${move.map((text) => (text === null ? 'NULL' : `'${text}'`)).join(', ')})`)
  .join(', ')

/**
 * The recorded state changes must be transitions of the state machines, and must lead to the
 * current states.
 */
export const historyRules: readonly BookRule[] = [
  {
    rule: 'every state change is a transition of its state machine',
    breaches: `
      SELECT format('%s %s', replace(s.machine, '_', ' '), s.resource_id) AS subject,
        format('%s from %s to %s is not a transition', s.action, coalesce(s.from_state, 'nothing'), s.to_state) AS issue
      FROM state_changes s LEFT JOIN (VALUES ${moves}) AS m (machine, action, from_state, to_state)
        ON m.machine = s.machine AND m.action = s.action AND m.to_state = s.to_state
          AND m.from_state IS NOT DISTINCT FROM s.from_state
      WHERE m.machine IS NULL`,
  },
  {
    rule: 'every state change starts from the state that the one before it reached',
    breaches: `
      SELECT format('%s %s', replace(machine, '_', ' '), resource_id) AS subject,
        format('%s starts from %s, but the state change before it reached %s', action,
          coalesce(from_state, 'nothing'), coalesce(before, 'nothing')) AS issue
      FROM (
        SELECT *, lag(to_state) OVER (PARTITION BY machine, resource_id ORDER BY sequence) AS before
        FROM state_changes
      ) s
      WHERE from_state IS DISTINCT FROM before`,
  },
  {
    rule: 'every resource is in the state that its last state change reached',
    breaches: `
      SELECT format('%s %s', replace(coalesce(last.machine, r.machine), '_', ' '),
          coalesce(last.resource_id, r.id)) AS subject,
        format('it is %s, but its last state change reached %s', coalesce(r.status, 'missing'),
          coalesce(last.to_state, 'nothing')) AS issue
      FROM (
        SELECT DISTINCT ON (machine, resource_id) machine, resource_id, to_state
        FROM state_changes ORDER BY machine, resource_id, sequence DESC
      ) last FULL JOIN (${resources}) r ON r.machine = last.machine AND r.id = last.resource_id
      WHERE r.status IS DISTINCT FROM last.to_state`,
  },
]
