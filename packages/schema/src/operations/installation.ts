import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { roles } from '../roles.ts'
import { Uuid } from '../scalars.ts'

/** Answered to everybody, signed or not: who has no credential yet signs the id. So it is none of `operations`. */
export const getInstallation = operation({
  id: 'getInstallation',
  method: 'GET',
  path: '/installation',
  summary: 'Get the installation',
  description: 'Which installation this is: what a proof of possession names.',
  command: ['installation', 'get'],
  group: 'installation',
  roles,
  safe: true,
  response: Type.Object(
    { installation_id: Uuid },
    { title: 'Installation', additionalProperties: false },
  ),
  reasons: [],
})
