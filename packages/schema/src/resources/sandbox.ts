import { type Static, Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { text } from '../enumeration.ts'
import { Timestamp } from '../scalars.ts'

/** The stages of an instruction at a simulated custodian, in its own words. */
export const simulatedStages = [
  'submitted',
  'pendingApproval',
  'pendingSignature',
  'broadcasting',
  'confirming',
] as const

/** The final outcomes of an instruction at a simulated custodian. */
export const simulatedOutcomes = ['completed', 'failed', 'rejected', 'cancelled'] as const

export const Sandbox = Type.Object(
  {
    time: described(Timestamp, 'The time of the sandbox. It changes only by `advanceSandbox`.'),
    seed: text(
      'The seed of the sandbox. The same seed and the same calls give the same history.',
      'seed-1',
    ),
    work_due: Type.Integer({
      description: 'The number of instructions, deadlines and approvals that are due later.',
      examples: [2],
    }),
  },
  {
    title: 'Sandbox',
    additionalProperties: false,
    description: 'A service with a clock of its own, whose prices and custodians follow a script.',
  },
)
export type Sandbox = Static<typeof Sandbox>
