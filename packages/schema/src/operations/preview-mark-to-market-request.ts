import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { Calculation } from '../resources/calculation.ts'
import { MarkToMarketPreview } from '../resources/mark-to-market-preview.ts'
import { Uuid } from '../scalars.ts'

export const previewMarkToMarketRequest = operation({
  id: 'previewMarkToMarketRequest',
  method: 'POST',
  path: '/mark-to-market-requests:preview',
  summary: 'Preview a mark-to-market request',
  description:
    'Computes the mark-to-market request that could be created now, and why it could not be submitted. Creates nothing.',
  command: ['m2m', 'preview'],
  group: 'markToMarketRequests',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  body: Type.Object(
    {
      position_id: described(Uuid, 'The position to mark to market.'),
      explain: Type.Optional(
        Type.Boolean({
          description:
            'Whether to return the calculation: each input, step and rounding. Default: false.',
        }),
      ),
    },
    { title: 'MarkToMarketPreviewRequest', additionalProperties: false },
  ),
  response: Type.Object(
    { preview: MarkToMarketPreview, calculation: Type.Optional(Calculation) },
    {
      title: 'MarkToMarketPreviewResponse',
      additionalProperties: false,
      description: 'A preview, and its calculation where that was asked for.',
    },
  ),
  errors: [400, 403, 404, 409, 422, 424, 429, 500],
  reasons: [
    'POSITION_NOT_FOUND',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_QUANTITY_CHANGING',
    'POSITION_NOT_ACTIVE',
    'COLLATERAL_MANAGED_BY_AGENT',
    'PRICE_MISSING',
    'PRICE_STALE',
  ],
})
