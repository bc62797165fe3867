import {
  isFinal,
  type StateMachine,
  stateMachines,
  statesOf,
  type Transition,
} from '@vadium/schema'
import { code, table } from './table.ts'

/** Each state machine as a picture and as its two tables. */
export function stateMachineSections(): string {
  return stateMachines.map(section).join('\n\n')
}

function section(machine: StateMachine): string {
  const parts = [
    `## ${machine.title}`,
    ...(isOneWay(machine) ? [oneWay] : []),
    diagram(machine),
    statesTable(machine),
    movesTable(machine),
  ]
  return parts.join('\n\n')
}

const oneWay =
  'It only goes ahead. Drawn are the steps from each state to the next; any later one may follow at once.'

/** Where one action alone leads from every state to any later one, drawing all moves would show nothing. */
function isOneWay(machine: StateMachine): boolean {
  return new Set(machine.transitions.map(({ action }) => action)).size === 1
}

function diagram(machine: StateMachine): string {
  const moves = arrows(machine).map(
    ({ from, to, actions }) => `  ${from} --> ${to}${actions === '' ? '' : `: ${actions}`}`,
  )
  const ends = statesOf(machine)
    .filter((state) => isFinal(machine, state))
    .map((state) => `  ${state} --> [*]`)
  const lines = ['stateDiagram-v2', `  [*] --> ${machine.initial}`, ...moves, ...ends]
  return ['```mermaid', ...lines, '```'].join('\n')
}

interface Arrow {
  readonly from: string
  readonly to: string
  readonly actions: string
}

/** One arrow from a state to another, whatever leads there. */
function arrows(machine: StateMachine): Arrow[] {
  return statesOf(machine).flatMap((from) =>
    statesOf(machine).flatMap((to) => {
      const moves = machine.transitions.filter((move) => move.to === to && move.from.includes(from))
      if (moves.length === 0 || (isOneWay(machine) && isDetour(machine, from, to))) return []
      const actions = isOneWay(machine) ? '' : moves.map(({ action }) => action).join(', ')
      return [{ from, to, actions }]
    }),
  )
}

/** Whether the same end is reached by way of another state. */
function isDetour({ transitions }: StateMachine, from: string, to: string): boolean {
  const leads = (a: string, b: string) =>
    transitions.some((move) => move.to === b && move.from.includes(a))
  return transitions.some(({ to: between }) => leads(from, between) && leads(between, to))
}

function statesTable(machine: StateMachine): string {
  return table(
    ['State', 'Meaning', 'Final'],
    statesOf(machine).map((state) => [
      code(state),
      machine.states[state] ?? '',
      isFinal(machine, state) ? 'yes' : '',
    ]),
  )
}

function movesTable({ transitions }: StateMachine): string {
  const row = ({ action, from, to, by, description }: Transition) => [
    code(action),
    from.map(code).join(', '),
    code(to),
    by.join(', '),
    description,
  ]
  return table(['Move', 'From', 'To', 'By', 'What it does'], transitions.map(row))
}
