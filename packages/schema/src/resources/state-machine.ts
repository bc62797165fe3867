import { Type } from '@sinclair/typebox'
import { text } from '../enumeration.ts'

const StateTransition = Type.Object(
  {
    action: text('The action that makes the transition.', 'accept'),
    from: Type.Array(Type.String(), {
      description: 'The states from which the transition is possible.',
      examples: [['PENDING_ACCEPTANCE']],
    }),
    to: text('The state after the transition.', 'ACCEPTED'),
    by: Type.Array(Type.String(), {
      description:
        'Who may make the transition: lender, borrower, creator, counterparty, requester, approver, holder, custodian or service.',
      examples: [['counterparty']],
    }),
    description: text('What the transition does.', 'Instructs the transfer of the collateral.'),
  },
  {
    title: 'StateTransition',
    additionalProperties: false,
    description: 'A transition of a resource from one state to another.',
  },
)

/** A state machine as an answer shows it. */
export const StateMachineDocument = Type.Object(
  {
    id: text('The resource of the state machine.', 'mark_to_market_request'),
    title: text('The name of the resource, for people.', 'Mark-to-market request'),
    initial: text('The state of a new resource.', 'PENDING_ACCEPTANCE'),
    states: Type.Array(
      Type.Object(
        {
          name: text('The name of the state.', 'PENDING_ACCEPTANCE'),
          description: text('The meaning of the state.', 'Awaits the answer of the counterparty.'),
          final: Type.Boolean({ description: 'Whether no transition leaves the state.' }),
        },
        {
          title: 'State',
          additionalProperties: false,
          description: 'One state of a resource.',
        },
      ),
      { description: 'All states, in their usual order.' },
    ),
    transitions: Type.Array(StateTransition, { description: 'All transitions.' }),
  },
  {
    title: 'StateMachine',
    additionalProperties: false,
    description: 'The states of one kind of resource and the transitions between them.',
  },
)
