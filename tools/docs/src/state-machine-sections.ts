import {
  isFinal,
  type StateMachine,
  stateMachines,
  statesOf,
  type Transition,
} from '@vadium/schema'
import { code, table } from './table.ts'

/** Each state machine as a diagram and as two tables. */
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
  'States only move forward. The diagram shows the step from each state to the next.\n' +
  'A step to any later state is possible too.'

/** One action leads from every state to any later one: drawing each would be unreadable. */
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

/** One arrow for each pair of states, with all actions that lead from one to the other. */
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

/** Whether the same state can be reached through another one. */
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
  return table(['Transition', 'From', 'To', 'By', 'Effect'], transitions.map(row))
}
