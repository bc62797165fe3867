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
  description: `Registers a name under which the credentials of one operator account push prices. All sources of one account count as one. A name cannot be registered twice. At most ${livePriceSourcesMax} sources are registered at a time. All active organizations are notified.`,
  command: ['price-sources', 'create'],
  group: 'priceSources',
  roles: ['operator'],
  safe: false,
  body: Type.Object(
    {
      source: PriceSource,
      account_id: Type.Optional(
        described(
          Uuid,
          "The account that pushes the prices, of the caller's organization. Default: the caller's account.",
        ),
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
  description:
    'Lists all price sources, newest first, including those of the service and revoked ones.',
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
    'Revokes a price source permanently. Its further quotes are refused; its last quotes count until they are stale. If the source belongs to another account, they go on contradicting other sources until a further account agrees with the new price, or until two people dismiss them. All active organizations are notified.',
  command: ['price-sources', 'revoke'],
  group: 'priceSources',
  roles: ['operator'],
  safe: false,
  params: Type.Object(
    { price_source_id: described(Uuid, 'The id of the price source.') },
    { additionalProperties: false },
  ),
  response: RegisteredPriceSource,
  reasons: ['PRICE_SOURCE_NOT_FOUND', 'INVALID_STATE'],
})
