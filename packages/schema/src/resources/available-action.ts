import { Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'

/** What the caller may do next with a resource, and why not. */
export const AvailableAction = Type.Object(
  {
    action: Type.String({
      description:
        'What the caller would ask for: the last word of an operation, such as accept. The move that it comes to may have another name in /state-machines, as in a dispute.',
    }),
    available: Type.Boolean(),
    reason: nullable(Type.String(), 'Why it is not available. Null where it is.'),
  },
  { title: 'AvailableAction', additionalProperties: false },
)
