import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { CloseOutSide, CloseOutStatement } from '../resources/close-out-statement.ts'
import { CauseFact } from '../resources/cause-fact.ts'
import { CloseOutCauseName } from '../resources/close-out-cause.ts'
import { Uuid } from '../scalars.ts'

export const previewCloseOut = operation({
  id: 'previewCloseOut',
  method: 'POST',
  path: '/close-outs:preview',
  summary: 'Preview a close-out',
  description:
    'Computes what a close-out of a position at the prices of now would be, if one of its sides were in default: what is claimed, what is kept and what goes back, with each input, step and rounding. Hypothetical, whether a default could be declared or not. In part, if the terms of the order say so and what is discharged and kept can restore the requirement. Counts what has settled. Says of each cause that the terms have whether it is there now, with its figures. Without a price that the statement needs there is neither, though a cause may be declared that needs none. Creates nothing.',
  command: ['close-outs', 'preview'],
  group: 'closeOuts',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position to close out.'),
      in_default: CloseOutSide,
      cause: Type.Optional(
        described(
          CloseOutCauseName,
          'For what it would be terminated, which can decide whether only a part is closed out. Default: for a cause of which only a part is, if the terms say so.',
        ),
      ),
    },
    { title: 'CloseOutPreviewRequest', additionalProperties: false },
  ),
  response: Type.Object(
    {
      statement: CloseOutStatement,
      facts: Type.Array(CauseFact, {
        description:
          'Which causes of the terms are there now, of those that can be declared with this side in default. An open notice counts as it was declared.',
      }),
    },
    {
      title: 'CloseOutPreviewResponse',
      additionalProperties: false,
      description:
        'The statement that a close-out would have now, and for what it could be declared.',
    },
  ),
  reasons: [
    'POSITION_NOT_FOUND',
    'POSITION_NOT_ACTIVE',
    'COLLATERAL_MANAGED_BY_AGENT',
    'PRICE_MISSING',
    'PRICE_STALE',
  ],
})
