import { type Static, Type } from '@sinclair/typebox'
import { AssetSymbol } from './custody.ts'

/** The data of a `moved` frame of a stream. */
export const Moved = Type.Object(
  {
    prices: Type.Array(AssetSymbol, {
      description:
        'The assets whose price, or its time or state, may have changed, by symbol. Only those of open positions of the organization, as with `in_positions` of `GET /prices`.',
    }),
    clock: Type.Boolean({
      description:
        'Whether the time of a sandbox may have changed. False if the service is not a sandbox.',
    }),
  },
  {
    title: 'Moved',
    additionalProperties: false,
    description: 'What figures rest on and is no event: read again what follows from it.',
  },
)
export type Moved = Static<typeof Moved>
