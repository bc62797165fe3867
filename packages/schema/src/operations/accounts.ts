import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { label } from '../enumeration.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { Account, AccountKind } from '../resources/organization.ts'
import { Uuid } from '../scalars.ts'

export const createAccount = operation({
  id: 'createAccount',
  method: 'POST',
  path: '/accounts',
  summary: 'Create an account',
  description: 'A person or a program in an organization. What it may do, its credentials say.',
  command: ['accounts', 'create'],
  group: 'accounts',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      organization_id: Uuid,
      name: label('The name of the person or program.'),
      kind: AccountKind,
    },
    { title: 'CreateAccount', additionalProperties: false },
  ),
  response: Account,
  reasons: ['REFERENCE_UNKNOWN'],
})

export const listAccounts = operation({
  id: 'listAccounts',
  method: 'GET',
  path: '/accounts',
  summary: 'List accounts',
  description: 'The accounts of the organization of the caller; for the operator, of all.',
  command: ['accounts', 'list'],
  group: 'accounts',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      organization_id: Type.Optional(described(Uuid, 'Only those of this organization.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('AccountList', 'accounts', Account),
  reasons: ['PAGE_TOKEN_INVALID'],
})
