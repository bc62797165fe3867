import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { Timestamp } from '../scalars.ts'

/** The stages that a simulated custodian knows, in its own words. */
export const simulatedStages = [
  'submitted',
  'pendingApproval',
  'pendingSignature',
  'broadcasting',
  'confirming',
] as const

/** How an instruction can end there. */
export const simulatedOutcomes = ['completed', 'failed', 'rejected', 'cancelled'] as const

export const Sandbox = Type.Object(
  {
    time: described(Timestamp, 'The time of the book. It moves only when it is told to.'),
    seed: Type.String({ description: 'The same seed and the same calls give the same history.' }),
    work_due: Type.Integer({ description: 'Instructions and deadlines that are still to come.' }),
  },
  {
    title: 'Sandbox',
    additionalProperties: false,
    description: 'A book whose clock, prices and custodians follow a script.',
  },
)
export type Sandbox = Static<typeof Sandbox>
