import { Type } from '@sinclair/typebox'
import { Timestamp } from '@vadium/schema'

export const sandboxSettings = {
  SCENARIO: Type.Optional(
    Type.String({ minLength: 1, description: 'The path of a scenario file to load at the start.' }),
  ),
  SANDBOX: Type.Boolean({
    default: false,
    description:
      'Run a sandbox: a service with a clock of its own, whose prices and custodians follow a script of the operator.',
  }),
  SANDBOX_SEED: Type.String({
    default: 'vadium',
    minLength: 1,
    maxLength: 100,
    description: 'The seed of the ids and the custodian delays of a new sandbox.',
  }),
  SANDBOX_TIME: Type.String({
    ...Timestamp,
    default: '2026-01-05T09:00:00.000Z',
    description: 'The time at which the clock of a new sandbox starts.',
  }),
  SANDBOX_ADVANCE_MS_MAX: Type.Integer({
    default: 8000,
    minimum: 0,
    maximum: 12_000,
    description:
      'How long one request to advance the sandbox may work, in milliseconds, before it answers with how far it came. A connection without traffic is closed after 15 s.',
  }),
}
