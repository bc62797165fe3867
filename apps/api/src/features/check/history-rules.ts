import { type StateMachine, stateMachines } from '@vadium/schema'
import type { BookRule } from './book-rule.ts'

/** Where the resources are whose moves are written down. */
const tables: Readonly<Record<string, string>> = {
  order: 'orders',
  position: 'positions',
  transfer: 'transfers',
  mark_to_market_request: 'mark_to_market_requests',
  order_request: 'order_requests',
}

const recorded = stateMachines.filter(({ id }) => id in tables)

const resources = recorded
  .map(({ id }) => `SELECT '${id}' AS machine, id, status FROM ${tables[id] ?? ''}`)
  .join(' UNION ALL ')

/** Every move that the state machines have, births included, as rows of SQL. */
const moves = recorded
  .flatMap((machine: StateMachine) => [
    [machine.id, 'create', null, machine.initial],
    ...machine.transitions.flatMap(({ action, from, to }) =>
      from.map((state) => [machine.id, action, state, to]),
    ),
  ])
  .map((move) => `(${move.map((text) => (text === null ? 'NULL' : `'${text}'`)).join(', ')})`)
  .join(', ')

/** What was written down of every move, against the machines and against what became of it. */
export const historyRules: readonly BookRule[] = [
  {
    rule: 'every move is one that the state machine has',
    breaches: `
      SELECT format('%s %s', replace(s.machine, '_', ' '), s.resource_id) AS subject,
        format('%s from %s to %s is no move', s.action, coalesce(s.from_state, 'nothing'), s.to_state) AS issue
      FROM state_changes s LEFT JOIN (VALUES ${moves}) AS m (machine, action, from_state, to_state)
        ON m.machine = s.machine AND m.action = s.action AND m.to_state = s.to_state
          AND m.from_state IS NOT DISTINCT FROM s.from_state
      WHERE m.machine IS NULL`,
  },
  {
    rule: 'every move begins where the one before it ended',
    breaches: `
      SELECT format('%s %s', replace(machine, '_', ' '), resource_id) AS subject,
        format('%s begins at %s, and the move before it ended at %s', action,
          coalesce(from_state, 'nothing'), before) AS issue
      FROM (
        SELECT *, lag(to_state) OVER (PARTITION BY machine, resource_id ORDER BY sequence) AS before,
          row_number() OVER (PARTITION BY machine, resource_id ORDER BY sequence) AS place
        FROM state_changes
      ) s
      -- A history may begin in the middle: the resource was imported with a book.
      WHERE place > 1 AND from_state IS DISTINCT FROM before`,
  },
  {
    rule: 'a resource is in the state to which its last move led',
    breaches: `
      SELECT format('%s %s', replace(last.machine, '_', ' '), last.resource_id) AS subject,
        format('it is %s, and its last move led to %s', coalesce(r.status, 'not there'), last.to_state) AS issue
      FROM (
        SELECT DISTINCT ON (machine, resource_id) machine, resource_id, to_state
        FROM state_changes ORDER BY machine, resource_id, sequence DESC
      ) last LEFT JOIN (${resources}) r ON r.machine = last.machine AND r.id = last.resource_id
      WHERE r.status IS DISTINCT FROM last.to_state`,
  },
]
