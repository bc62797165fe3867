import { Type } from '@sinclair/typebox'
import { label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Organization, OrganizationSlug } from '../resources/organization.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object({ organization_id: Uuid }, { additionalProperties: false })

export const createOrganization = operation({
  id: 'createOrganization',
  method: 'POST',
  path: '/organizations',
  summary: 'Create an organization',
  description: 'A firm that lends or borrows. It begins active, without accounts.',
  command: ['organizations', 'create'],
  group: 'organizations',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    { slug: OrganizationSlug, name: label('The name of the organization.') },
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
  description: 'All organizations, newest first.',
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
  description: 'One organization, by its id.',
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
    'Everything it asks is refused from the next request on. Its deals stand, and what is in transit arrives.',
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
  summary: 'Lift the suspension of an organization',
  description: 'Its credentials are good again from the next request on.',
  command: ['organizations', 'activate'],
  group: 'organizations',
  roles: ['operator'],
  safe: false,
  params,
  response: Organization,
  reasons: ['ORGANIZATION_NOT_FOUND', 'INVALID_STATE'],
})
