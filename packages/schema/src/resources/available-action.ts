import { Type } from '@sinclair/typebox'
import { nullable } from '../nullable.ts'

/** What the caller may do next with a resource, and why not. */
export const AvailableAction = Type.Object(
  {
    action: Type.String({ description: 'The action, as /state-machines names it.' }),
    available: Type.Boolean(),
    reason: nullable(Type.String(), 'Why it is not available. Null where it is.'),
  },
  { title: 'AvailableAction', additionalProperties: false },
)
