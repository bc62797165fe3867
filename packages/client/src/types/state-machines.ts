// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A list of state machines. */
export interface StateMachineList {
  /** A machine a resource. */
  state_machines: StateMachine[]
}

/** The states of one resource, and the moves between them. */
export interface StateMachine {
  /** The name of the machine, as events and entries of chats give it. */
  id: string
  /** The name of the resource, in words. */
  title: string
  /** The state in which a resource begins. */
  initial: string
  /** Every state of the resource. */
  states: State[]
  /** Every move between the states. */
  transitions: StateTransition[]
}

/** A state of a resource. */
export interface State {
  /** The state, as resources give it. */
  name: string
  /** What the state means, in words. */
  description: string
  /** Whether no move leads out of it. */
  final: boolean
}

/** A move from one state to another. */
export interface StateTransition {
  /** What is done: the name of the move. */
  action: string
  /** The states in which it can be made. */
  from: string[]
  /** The state to which it leads. */
  to: string
  /** Who may make it. */
  by: string[]
  /** What the move means, in words. */
  description: string
}
