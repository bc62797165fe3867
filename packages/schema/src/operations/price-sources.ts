import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { PriceSource } from '../resources/price.ts'
import { livePriceSourcesMax, RegisteredPriceSource } from '../resources/price-source.ts'
import { Uuid } from '../scalars.ts'

export const createPriceSource = operation({
  id: 'createPriceSource',
  method: 'POST',
  path: '/price-sources',
  summary: 'Register a price source',
  description: `Gives an account of the operator a name under which its credentials push prices. All sources of one account count as one. A name is given once and for good. At most ${livePriceSourcesMax} are registered at a time. Every active organization is notified.`,
  command: ['price-sources', 'create'],
  group: 'priceSources',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      source: PriceSource,
      account_id: Type.Optional(
        described(Uuid, 'An account of the organization of the caller; its own unless given.'),
      ),
    },
    { title: 'CreatePriceSource', additionalProperties: false },
  ),
  response: RegisteredPriceSource,
  reasons: ['REFERENCE_UNKNOWN', 'ALREADY_EXISTS', 'INVALID_STATE'],
})

export const listPriceSources = operation({
  id: 'listPriceSources',
  method: 'GET',
  path: '/price-sources',
  summary: 'List price sources',
  description: 'All sources of prices, newest first: those of the service and revoked ones too.',
  command: ['price-sources', 'list'],
  group: 'priceSources',
  roles: ['operator'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('PriceSourceList', 'price_sources', RegisteredPriceSource),
  reasons: ['PAGE_TOKEN_INVALID'],
})

export const revokePriceSource = operation({
  id: 'revokePriceSource',
  method: 'POST',
  path: '/price-sources/{price_source_id}:revoke',
  summary: 'Revoke a price source',
  description:
    'Its quotes are refused from the next request on, for good. What it said last counts until it is stale. Every active organization is notified.',
  command: ['price-sources', 'revoke'],
  group: 'priceSources',
  roles: ['operator'],
  safe: false,
  params: Type.Object({ price_source_id: Uuid }, { additionalProperties: false }),
  response: RegisteredPriceSource,
  reasons: ['PRICE_SOURCE_NOT_FOUND', 'INVALID_STATE'],
})
