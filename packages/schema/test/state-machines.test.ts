import { describe, expect, it } from 'vitest'
import {
  awaitsAnswer,
  closeOutStates,
  isFinal,
  leadsTo,
  markToMarketRequestStates,
  orderRequestStates,
  orderStates,
  providerLifecycleStates,
  type StateMachine,
  stateMachines,
  statesOf,
  transferStates,
  transitionFor,
} from '../src/index.ts'

describe.each(stateMachines)('$id', (machine) => {
  const states = statesOf(machine)

  it('has no move from or to an unknown state', () => {
    for (const { from, to } of machine.transitions) {
      for (const state of [...from, to]) expect(states).toContain(state)
      expect(from.length).toBeGreaterThan(0)
      expect(new Set(from).size).toBe(from.length)
    }
  })

  it('reaches every state from the first, and a final one from every state', () => {
    expect(reachable(machine, machine.initial)).toEqual(new Set(states))
    for (const state of states) {
      expect([...reachable(machine, state)].some((reached) => isFinal(machine, reached))).toBe(true)
    }
  })

  it('names the party of every move, and describes it in sentences', () => {
    for (const { by, description } of machine.transitions) {
      expect(by.length).toBeGreaterThan(0)
      expect(description).toMatch(/\.$/)
    }
    for (const description of Object.values(machine.states)) expect(description).toMatch(/\.$/)
  })

  it('has at most one next state for an action in a state', () => {
    if (machine.id === providerLifecycleStates.id) return
    const moves = machine.transitions.flatMap(({ action, from }) =>
      from.map((state) => `${action} ${state}`),
    )
    expect(new Set(moves).size).toBe(moves.length)
  })
})

function reachable(machine: StateMachine, from: string): Set<string> {
  const reached = new Set([from])
  for (const state of reached) {
    for (const transition of machine.transitions) {
      if (transition.from.includes(state)) reached.add(transition.to)
    }
  }
  return reached
}

describe('the state machine', () => {
  it.each([
    [
      orderStates,
      ['PENDING_ACCEPTANCE', 'ACCEPTED', 'OPENING', 'ACTIVE', 'CLOSING', 'CLOSED'],
      ['CLOSED', 'CLOSED_OUT', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED'],
    ],
    [
      markToMarketRequestStates,
      ['PENDING_ACCEPTANCE', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'],
      ['COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED'],
    ],
    [
      orderRequestStates,
      ['PENDING', 'ACCEPTED', 'IN_PROGRESS', 'COMPLETED'],
      ['COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED'],
    ],
    [
      closeOutStates,
      ['NOTICE', 'CLOSING_OUT', 'CLAIM_OPEN', 'SETTLED'],
      ['SETTLED', 'CURED', 'WITHDRAWN'],
    ],
    [
      transferStates,
      ['PENDING', 'IN_PROGRESS', 'COMPLETED'],
      ['COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'],
    ],
  ] as const)(
    '$id passes through its main states and ends in its final states',
    (machine: StateMachine, way, ends) => {
      for (const [i, state] of way.slice(1).entries()) {
        expect(leadsTo(machine, way[i] ?? '', state)).toBe(true)
      }
      expect(statesOf(machine).filter((state) => isFinal(machine, state))).toEqual(ends)
    },
  )

  it('finds the move of an action, and none where the table has none', () => {
    expect(transitionFor(orderStates, 'accept', 'PENDING_ACCEPTANCE')?.to).toBe('ACCEPTED')
    expect(transitionFor(orderStates, 'accept', 'ACCEPTED')).toBeUndefined()
    expect(transitionFor(markToMarketRequestStates, 'retry', 'FAILED')?.to).toBe('IN_PROGRESS')
  })

  it('never moves backwards for a provider', () => {
    const order = statesOf(providerLifecycleStates)
    for (const [i, from] of order.entries()) {
      for (const [j, to] of order.entries()) {
        const ahead = j > i && !isFinal(providerLifecycleStates, from)
        expect(leadsTo(providerLifecycleStates, from, to), `${from} to ${to}`).toBe(ahead)
      }
    }
  })
})

it('lists the states in which the counterparty has to answer', () => {
  const awaiting = stateMachines.map((machine) => [
    machine.id,
    ...statesOf(machine).filter((state) => awaitsAnswer(machine, state)),
  ])
  expect(awaiting).toEqual([
    ['agreement_version'],
    ['order', 'PENDING_ACCEPTANCE'],
    ['position'],
    ['transfer'],
    ['provider_lifecycle'],
    ['mark_to_market_request', 'PENDING_ACCEPTANCE', 'DISPUTED'],
    ['order_request', 'PENDING'],
    ['close_out', 'CLOSING_OUT'],
    ['approval'],
    ['mail_address'],
    ['mail_delivery'],
  ])
})
