// Generated from the operations of @vadium/schema by "pnpm docs:write". Do not edit it.
/** A list of state machines. */
export interface StateMachineList {
  /** The state machine of each resource. */
  state_machines: StateMachine[]
}

/** The states of one kind of resource and the transitions between them. */
export interface StateMachine {
  /** The resource of the state machine. */
  id: string
  /** The name of the resource, for people. */
  title: string
  /** The state of a new resource. */
  initial: string
  /** All states, in their usual order. */
  states: State[]
  /** All transitions. */
  transitions: StateTransition[]
}

/** One state of a resource. */
export interface State {
  /** The name of the state. */
  name: string
  /** The meaning of the state. */
  description: string
  /** Whether no transition leaves the state. */
  final: boolean
}

/** A transition of a resource from one state to another. */
export interface StateTransition {
  /** The action that makes the transition. */
  action: string
  /** The states from which the transition is possible. */
  from: string[]
  /** The state after the transition. */
  to: string
  /**
   * Who may make the transition: lender, borrower, creator, counterparty, requester, approver,
   * holder, custodian or service.
   */
  by: string[]
  /** What the transition does. */
  description: string
}
