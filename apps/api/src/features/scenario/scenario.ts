import { type Static, Type } from '@sinclair/typebox'
import { closed, referenceData } from './reference-data.ts'
import { ScenarioStep } from './scenario-step.ts'

export { historyIds } from './history-ids.ts'
export { ScenarioStep } from './scenario-step.ts'

/**
 * A book as a file: reference data, and a history that the service plays again. It is loaded at the
 * start, completely or not at all.
 */
export const Scenario = Type.Object(
  {
    ...referenceData,
    first_order_number: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'The number of the first order. Default: the next number.',
      }),
    ),
    history: Type.Array(ScenarioStep, {
      description: 'What happened, in the order of its times.',
    }),
  },
  { title: 'Scenario', ...closed },
)
export type Scenario = Static<typeof Scenario>
