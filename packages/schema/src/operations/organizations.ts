import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Organization, OrganizationSlug } from '../resources/organization.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { organization_id: described(Uuid, 'The id of the organization.') },
  { additionalProperties: false },
)

export const createOrganization = operation({
  id: 'createOrganization',
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization',
  description:
    'Creates an organization: a firm that lends or borrows. It is active and has no accounts.',
  command: ['organizations', 'create'],
  group: 'organizations',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      slug: OrganizationSlug,
      name: label('The name of the organization.', 200, 'Harbor Bank Treasury'),
    },
    { title: 'CreateOrganization', additionalProperties: false },
  ),
  response: Organization,
  reasons: ['ALREADY_EXISTS'],
})

export const listOrganizations = operation({
  id: 'listOrganizations',
  method: 'GET',
  path: '/organizations',
  summary: 'List organizations',
  description: 'Lists all organizations, newest first.',
  command: ['organizations', 'list'],
  group: 'organizations',
  roles: ['operator'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('OrganizationList', 'organizations', Organization),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const getOrganization = operation({
  id: 'getOrganization',
  method: 'GET',
  path: '/organizations/{organization_id}',
  summary: 'Get an organization',
  description: 'Returns one organization.',
  command: ['organizations', 'get'],
  group: 'organizations',
  roles: ['operator'],
  safe: true,
  params,
  response: Organization,
  reasons: ['ORGANIZATION_NOT_FOUND'],
})

export const suspendOrganization = operation({
  id: 'suspendOrganization',
  method: 'POST',
  path: '/organizations/{organization_id}:suspend',
  summary: 'Suspend an organization',
  description:
    'Refuses all further requests of the organization. Its deals stay in effect and transfers under way continue.',
  command: ['organizations', 'suspend'],
  group: 'organizations',
  roles: ['operator'],
  safe: false,
  params,
  response: Organization,
  reasons: ['ORGANIZATION_NOT_FOUND', 'INVALID_STATE'],
})

export const activateOrganization = operation({
  id: 'activateOrganization',
  method: 'POST',
  path: '/organizations/{organization_id}:activate',
  summary: 'Activate a suspended organization',
  description: 'Accepts requests of the organization again.',
  command: ['organizations', 'activate'],
  group: 'organizations',
  roles: ['operator'],
  safe: false,
  params,
  response: Organization,
  reasons: ['ORGANIZATION_NOT_FOUND', 'INVALID_STATE'],
})
