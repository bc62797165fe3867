import { describe, expect, it } from 'vitest'
import {
  closeOutStates,
  markToMarketRequestStates,
  operations,
  orderRequestStates,
  orderStates,
  positionStates,
  type StateMachine,
  statesOf,
  transferStates,
  type Transition,
} from '../src/index.ts'

/** Who brings something about. `time` is the service, without anybody. */
type Actor = 'lender' | 'borrower' | 'custodian' | 'time'
type Side = Extract<Actor, 'lender' | 'borrower'>

const machines: readonly StateMachine[] = [
  orderStates,
  positionStates,
  transferStates,
  markToMarketRequestStates,
  orderRequestStates,
  closeOutStates,
]

const groups: Readonly<Record<string, string>> = {
  order: 'orders',
  transfer: 'transfers',
  mark_to_market_request: 'markToMarketRequests',
  order_request: 'orderRequests',
  close_out: 'closeOuts',
}

/** The operations with which the sides make a move, where it is not the one of the same name. */
const madeWith: Readonly<Record<string, readonly string[]>> = {
  'order.unwind': ['abandonOrder'],
  'order.close_out': ['terminateCloseOut'],
  'position.abandon': ['abandonOrder'],
  'position.close': ['closeOrder', 'abandonOrder', 'terminateCloseOut'],
  'transfer.ask_to_cancel': ['cancelTransfer'],
  'transfer.ask_to_cancel_late': ['cancelTransfer'],
  'mark_to_market_request.concede': ['acceptMarkToMarketRequest'],
  'mark_to_market_request.settle': ['acceptMarkToMarketRequest'],
  'mark_to_market_request.conclude': ['acceptMarkToMarketRequest'],
  'order_request.call_off': ['cancelOrderRequest'],
  'close_out.terminate_part': ['terminateCloseOut'],
}

/** A transfer under way has arrived, or has ended otherwise: its custodian says so. */
const transferOver = ['custodian']

/**
 * What the service makes a move after: a time that passes, the news of a custodian, or one of other
 * moves. A move from one state can differ from the others.
 */
const follows: Readonly<Record<string, readonly string[]>> = {
  'order.expire': ['time'],
  'order.open': ['transfer.submit'],
  'order.activate': transferOver,
  'order.close': ['time'],
  'order.resume': transferOver,
  'order.settle': transferOver,
  'order.settle_close_out': ['close_out.claim', 'close_out.settle', 'close_out.receive'],
  'position.activate': ['order.activate'],
  'position.close': ['order.close'],
  'position.close OPENING': [],
  'position.resume': ['order.resume'],
  'position.settle': ['order.settle', 'order.settle_close_out'],
  'transfer.submit': ['time'],
  'transfer.ask_to_cancel': ['close_out.terminate'],
  'transfer.cancel': ['transfer.ask_to_cancel', 'transfer.ask_to_cancel_late'],
  'transfer.cancel IN_PROGRESS': [],
  'mark_to_market_request.accept': ['time'],
  'mark_to_market_request.lapse': ['close_out.terminate', 'order.close'],
  'mark_to_market_request.lapse IN_PROGRESS': transferOver,
  'mark_to_market_request.expire': ['time'],
  'mark_to_market_request.start': ['transfer.submit'],
  'mark_to_market_request.complete': transferOver,
  'mark_to_market_request.fail': transferOver,
  'mark_to_market_request.call_off': transferOver,
  'mark_to_market_request.settle': ['mark_to_market_request.create'],
  'mark_to_market_request.conclude': ['mark_to_market_request.create'],
  'order_request.accept': ['time'],
  'order_request.expire': ['time'],
  'order_request.lapse': ['order.close', 'close_out.terminate'],
  'order_request.lapse IN_PROGRESS': transferOver,
  'order_request.start': ['transfer.submit'],
  'order_request.complete': transferOver,
  'order_request.keep': ['time', ...transferOver],
  'order_request.switch': ['time', ...transferOver],
  'close_out.cure': ['time', ...transferOver],
  'close_out.lapse': ['time'],
  'close_out.claim': ['time', ...transferOver],
  'close_out.settle': ['time', ...transferOver],
}

/** What has to have happened before a side can make a move. */
const waitsFor: Readonly<Record<string, readonly string[]>> = {
  'order.abandon': transferOver,
  'order.unwind': transferOver,
  'position.abandon': transferOver,
  'position.close OPENING': transferOver,
  'order_request.cancel ACCEPTED': transferOver,
  'order_request.cancel IN_PROGRESS': transferOver,
}

/** The final states. Written out: a state that has lost its last move is not among them. */
const finalStates: Readonly<Record<string, readonly string[]>> = {
  order: ['CLOSED', 'CLOSED_OUT', 'REJECTED', 'CANCELLED', 'EXPIRED', 'FAILED'],
  position: ['CLOSED'],
  transfer: ['COMPLETED', 'FAILED', 'REJECTED', 'CANCELLED'],
  mark_to_market_request: ['COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED'],
  order_request: ['COMPLETED', 'REJECTED', 'CANCELLED', 'EXPIRED'],
  close_out: ['SETTLED', 'CURED', 'WITHDRAWN'],
}

const otherOf = (side: Side): Side => (side === 'lender' ? 'borrower' : 'lender')
const keyOf = ({ id }: StateMachine, { action }: Transition) => `${id}.${action}`
const of = (table: Readonly<Record<string, readonly string[]>>, key: string, state: string) =>
  table[`${key} ${state}`] ?? table[key]

/** The moves of a deal whose orders, requests and close-outs have such creators. */
class Moves {
  readonly #creators: Readonly<Record<string, Side>>

  constructor(creators: Readonly<Record<string, Side>> = {}) {
    this.#creators = creators
  }

  /** The states that can follow in the end, by moves of these actors alone. */
  reached(machine: StateMachine, state: string, actors: readonly Actor[]): Set<string> {
    const made = this.#made(actors)
    const reached = new Set([state])
    for (const from of reached) {
      for (const move of machine.transitions.filter((one) => one.from.includes(from))) {
        if (this.#canMake(machine, move, from, actors, made)) reached.add(move.to)
      }
    }
    return reached
  }

  /** Who leads on from a state, each without the others. */
  leadingOn(machine: StateMachine, state: string): Actor[] {
    const alone = (actors: readonly Actor[]) => this.reached(machine, state, actors).size > 1
    return everybody.filter((one) => alone([one]))
  }

  /** The moves that these actors bring about, whatever state is before. */
  #made(actors: readonly Actor[]): Set<string> {
    const made = new Set<string>(actors)
    if (actors.includes('lender') || actors.includes('borrower')) {
      made.add('mark_to_market_request.create')
    }
    for (let before = -1; before !== made.size;) {
      before = made.size
      for (const machine of machines) {
        for (const move of machine.transitions) {
          const isMade = move.from.some((from) => this.#canMake(machine, move, from, actors, made))
          if (isMade) made.add(keyOf(machine, move))
        }
      }
    }
    return made
  }

  #canMake(
    machine: StateMachine,
    move: Transition,
    from: string,
    actors: readonly Actor[],
    made: ReadonlySet<string>,
  ): boolean {
    const key = keyOf(machine, move)
    const isMade = (one: string) => made.has(one)
    return move.by.some((by) => {
      if (by === 'custodian') return actors.includes('custodian')
      if (by === 'service') return of(follows, key, from)?.some(isMade) === true
      const waits = of(waitsFor, key, from)
      return (
        this.#sidesOf(machine, by).some((side) => actors.includes(side)) &&
        (waits === undefined || waits.some(isMade))
      )
    })
  }

  #sidesOf({ id }: StateMachine, by: Transition['by'][number]): Side[] {
    const creator = this.#creators[id] ?? 'lender'
    if (by === 'creator') return [creator]
    if (by === 'counterparty') return [otherOf(creator)]
    if (by === 'receiver') return ['lender', 'borrower']
    return by === 'lender' || by === 'borrower' ? [by] : []
  }
}

const finalOf = ({ id }: StateMachine) => finalStates[id] ?? []
const openOf = (machine: StateMachine) =>
  statesOf(machine).filter((state) => !finalOf(machine).includes(state))
const everybody: readonly Actor[] = ['lender', 'borrower', 'custodian', 'time']

const endsBy = (moves: Moves, machine: StateMachine, state: string, actors: readonly Actor[]) => {
  const reached = moves.reached(machine, state, actors)
  return finalOf(machine).some((final) => reached.has(final))
}

/** Who leads on from each state that is not final, of what the lender has created. */
const leadingOn: Readonly<Record<string, Readonly<Record<string, readonly Actor[]>>>> = {
  order: {
    PENDING_ACCEPTANCE: ['lender', 'borrower', 'time'],
    ACCEPTED: ['time'],
    OPENING: ['custodian'],
    ACTIVE: ['lender', 'borrower', 'time'],
    CLOSING: ['borrower', 'custodian', 'time'],
  },
  position: {
    OPENING: ['custodian'],
    ACTIVE: ['lender', 'borrower', 'time'],
    CLOSING: ['borrower', 'custodian', 'time'],
  },
  transfer: {
    PENDING: ['lender', 'borrower', 'custodian', 'time'],
    IN_PROGRESS: ['custodian'],
  },
  mark_to_market_request: {
    PENDING_ACCEPTANCE: ['lender', 'borrower', 'time'],
    ACCEPTED: ['time'],
    IN_PROGRESS: ['custodian'],
    DISPUTED: ['lender', 'borrower', 'custodian', 'time'],
    FAILED: ['lender', 'borrower', 'time'],
  },
  order_request: {
    PENDING: ['lender', 'borrower', 'time'],
    ACCEPTED: ['lender', 'borrower', 'custodian', 'time'],
    IN_PROGRESS: ['custodian'],
  },
  close_out: {
    NOTICE: ['lender', 'custodian', 'time'],
    CLOSING_OUT: ['borrower', 'custodian', 'time'],
    CLAIM_OPEN: ['lender'],
  },
}

describe.each(machines)('$id', (machine) => {
  it('has an operation for every move of a side', () => {
    for (const move of machine.transitions) {
      const isOfSide = move.by.some((by) => by !== 'service' && by !== 'custodian')
      if (!isOfSide) continue
      const verb = move.action.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
      const found = operations.filter(
        ({ id, group, path }) =>
          (madeWith[keyOf(machine, move)] ?? []).includes(id) ||
          (group === groups[machine.id] && path.endsWith(`}:${verb}`)),
      )
      expect(found, keyOf(machine, move)).not.toEqual([])
    }
  })

  it('says of every move of the service, and of no other, what it follows', () => {
    const ofService = machine.transitions.filter(({ by }) => by.includes('service'))
    const said = Object.keys(follows).map((key) => key.split(' ', 1)[0] ?? '')
    expect(new Set(said.filter((key) => key.startsWith(`${machine.id}.`)))).toEqual(
      new Set(ofService.map((move) => keyOf(machine, move))),
    )
  })

  it('has somebody who leads on in every state, and an end of every way', () => {
    const moves = new Moves()
    const found = openOf(machine).map((state) => [state, moves.leadingOn(machine, state)])
    expect(Object.fromEntries(found)).toEqual(leadingOn[machine.id])
    for (const state of openOf(machine)) {
      for (const next of moves.reached(machine, state, everybody)) {
        expect(endsBy(moves, machine, next, everybody), `${state}, ${next}`).toBe(true)
      }
    }
  })
})

describe.each<Side>(['lender', 'borrower'])(
  'a deal of which the %s has declared a default',
  (declarer) => {
    const creators: Side[] = ['lender', 'borrower']
    const open = machines.flatMap((machine) => openOf(machine).map((state) => ({ machine, state })))

    /** The states that do not end by moves of these actors, for one creator or the other. */
    const stuckBy = (actors: readonly Actor[]) =>
      open
        .filter(({ machine, state }) =>
          creators.some((creator) => {
            const of = { order: creator, mark_to_market_request: creator, order_request: creator }
            return !endsBy(new Moves({ ...of, close_out: declarer }), machine, state, actors)
          }),
        )
        .map(({ machine, state }) => `${machine.id} ${state}`)

    it('needs neither its custodians nor the other side, but for what a custodian holds', () => {
      expect(stuckBy([declarer, 'time'])).toEqual([
        // There is no default before both sides have arrived.
        ...['order ACCEPTED', 'order OPENING', 'position OPENING'],
        ...['transfer IN_PROGRESS', 'mark_to_market_request ACCEPTED'],
        ...['mark_to_market_request IN_PROGRESS', 'order_request IN_PROGRESS'],
      ])
    })

    it('needs the declarer for the discharge of its claim alone', () => {
      expect(stuckBy([otherOf(declarer), 'custodian', 'time'])).toEqual(['close_out CLAIM_OPEN'])
    })
  },
)
