import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { roles } from '../roles.ts'
import { Uuid } from '../scalars.ts'

/**
 * Answered without authentication, because an applicant without a credential signs the id.
 * Therefore it
 * is not one of `operations`.
 */
export const getInstallation = operation({
  id: 'getInstallation',
  method: 'GET',
  path: '/installation',
  summary: 'Get the installation',
  description: 'Returns the id of this installation. A proof of possession contains it.',
  command: ['installation', 'get'],
  group: 'installation',
  roles,
  safe: true,
  response: Type.Object(
    { installation_id: described(Uuid, 'The id of this installation.') },
    {
      title: 'Installation',
      additionalProperties: false,
      description: 'The installation of the service.',
    },
  ),
  reasons: [],
})
