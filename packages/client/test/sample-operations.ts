import { Type } from '@sinclair/typebox'
import { ExactNumber, operation } from '@vadium/schema'

const frame = {
  summary: 'For tests',
  description: 'For tests.',
  group: 'samples',
  roles: ['admin'],
  errors: [],
  reasons: [],
} as const

/** A write with a path parameter, and with a reason of its own. */
export const acceptSample = operation({
  ...frame,
  id: 'acceptSample',
  method: 'POST',
  path: '/samples/{sample_id}:accept',
  command: ['samples', 'accept'],
  safe: false,
  params: Type.Object({ sample_id: Type.String() }),
  body: Type.Object({ quantity: Type.Optional(Type.String()) }),
  response: Type.Object({
    sample: Type.Object({ status: Type.Unsafe<'OPEN' | 'DONE'>(Type.String()) }),
  }),
  reasons: ['INVALID_STATE'],
})

/** A list that may be longer than one answer. */
export const exportSamples = operation({
  ...frame,
  id: 'exportSamples',
  method: 'GET',
  path: '/samples:export',
  command: ['samples', 'export'],
  safe: true,
  csv: true,
  query: Type.Object({ format: Type.Optional(Type.Unsafe<'csv' | 'json'>(Type.String())) }),
  response: Type.Object({
    samples: Type.Array(
      Type.Object({
        id: Type.String(),
        quantity: ExactNumber,
      }),
    ),
  }),
})
