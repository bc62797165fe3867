import { Type } from '@sinclair/typebox'

const StateTransition = Type.Object(
  {
    action: Type.String(),
    from: Type.Array(Type.String()),
    to: Type.String(),
    by: Type.Array(Type.String(), { description: 'Who may make it.' }),
    description: Type.String(),
  },
  { title: 'StateTransition', additionalProperties: false },
)

/** A state machine as it is served. */
export const StateMachineDocument = Type.Object(
  {
    id: Type.String(),
    title: Type.String(),
    initial: Type.String(),
    states: Type.Array(
      Type.Object(
        { name: Type.String(), description: Type.String(), final: Type.Boolean() },
        { title: 'State', additionalProperties: false },
      ),
    ),
    transitions: Type.Array(StateTransition),
  },
  { title: 'StateMachine', additionalProperties: false },
)
