import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import {
  AssetLimits,
  CounterpartyLimits,
  LentUsdMax,
  LimitBreach,
  Shock,
  UncoveredUsdMax,
} from '../resources/counterparty-limits.ts'
import { Uuid } from '../scalars.ts'

export const setCounterpartyLimits = operation({
  id: 'setCounterpartyLimits',
  method: 'POST',
  path: '/counterparty-limits',
  summary: 'Set the limits for a counterparty',
  description:
    "Replaces the limits of the caller's organization for a counterparty, by a new version that applies at once. A limit that is left out ends. Limits are tested when an order is created, and by both sides when it is accepted. What open deals owe is never refused.",
  command: ['limits', 'set'],
  group: 'limits',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    {
      counterparty_id: described(Uuid, 'The organization id of the counterparty.'),
      lent_usd_max: Type.Optional(LentUsdMax),
      uncovered_usd_max: Type.Optional(UncoveredUsdMax),
      shock: Type.Optional(Shock),
      assets: Type.Optional(AssetLimits),
      on_breach: Type.Optional(LimitBreach),
      new_version: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 2_147_483_647,
          description:
            'The number that this version gets: one more than the newest one that you have seen. Refused if another was set since, also while this one awaited approval. Left out: any.',
          examples: [3],
        }),
      ),
    },
    { title: 'SetCounterpartyLimits', additionalProperties: false },
  ),
  response: CounterpartyLimits,
  reasons: ['ORGANIZATION_NOT_FOUND', 'REFERENCE_UNKNOWN', 'VALUE_INVALID'],
})

export const listCounterpartyLimits = operation({
  id: 'listCounterpartyLimits',
  method: 'GET',
  path: '/counterparty-limits',
  summary: 'List limits for counterparties',
  description:
    "Lists the versions of the limits of the caller's organization, newest first: those in effect, with their use, and those that they have replaced.",
  command: ['limits', 'list'],
  group: 'limits',
  roles: ['viewer', 'reporting', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      counterparty_id: Type.Optional(described(Uuid, 'Only the versions for this counterparty.')),
      in_effect: Type.Optional(
        Type.Boolean({
          description: 'true: only versions in effect. false: only those that were replaced.',
        }),
      ),
      order_id: Type.Optional(
        described(Uuid, 'An order that awaits an answer: `use_after` is the use with it.'),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('CounterpartyLimitsList', 'limits', CounterpartyLimits),
  reasons: ['PAGE_TOKEN_INVALID'],
})
