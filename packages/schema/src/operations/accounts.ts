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
  description:
    'Creates an account for a person or a program of an organization. Its credentials define what it may do.',
  command: ['accounts', 'create'],
  group: 'accounts',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      organization_id: described(Uuid, 'The organization of the account.'),
      name: label('The name of the person or program.', 200, 'Margin bot'),
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
  description:
    "Lists the accounts of the caller's organization. The operator sees those of all organizations.",
  command: ['accounts', 'list'],
  group: 'accounts',
  roles: ['admin', 'operator'],
  safe: true,
  query: Type.Object(
    {
      organization_id: Type.Optional(described(Uuid, 'Only accounts of this organization.')),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('AccountList', 'accounts', Account),
  reasons: ['PAGE_TOKEN_INVALID'],
})
