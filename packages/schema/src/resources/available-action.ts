import { Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'

/** An action on a resource, and whether the caller may take it. */
export const AvailableAction = Type.Object(
  {
    action: Type.String({
      description:
        'The action: the last word of the path of its operation, such as accept. The transition that it makes may have another name in /state-machines.',
      examples: ['accept'],
    }),
    available: Type.Boolean({ description: 'Whether the caller may take the action now.' }),
    reason: nullable(
      Type.String(),
      'Why the action is not available. Null if it is available.',
      'Only the lender may do this.',
    ),
  },
  {
    title: 'AvailableAction',
    additionalProperties: false,
    description: 'An action on a resource, and whether the caller may take it.',
  },
)

export const AvailableActions = Type.Array(AvailableAction, {
  description: 'The actions on the resource, and whether the caller may take them.',
})
