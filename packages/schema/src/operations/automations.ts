import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { AutomaticCalls, Automation, CallsMaximum } from '../resources/automation.ts'
import { Uuid } from '../scalars.ts'

const Counterparty = described(Uuid, 'The organization id of the counterparty.')

export const setAutomation = operation({
  id: 'setAutomation',
  method: 'POST',
  path: '/automations',
  summary: 'Set an automation',
  description:
    "Replaces what the caller's organization lets the service request of a counterparty by itself, by a new version. It applies from the next market cut on, and at once to what has not been called. Nothing is accepted, rejected or disputed automatically. To set `off` needs no approval.",
  command: ['automations', 'set'],
  group: 'automations',
  roles: ['admin'],
  safe: false,
  body: Type.Object(
    {
      counterparty_id: Counterparty,
      calls: AutomaticCalls,
      calls_maximum_usd: Type.Optional(CallsMaximum),
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
    { title: 'SetAutomation', additionalProperties: false },
  ),
  response: Automation,
  reasons: ['ORGANIZATION_NOT_FOUND', 'VALUE_INVALID'],
})

export const listAutomations = operation({
  id: 'listAutomations',
  method: 'GET',
  path: '/automations',
  summary: 'List automations',
  description:
    "Lists the versions of the automations of the caller's organization, newest first: those in effect and those that they have replaced.",
  command: ['automations', 'list'],
  group: 'automations',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object(
    {
      counterparty_id: Type.Optional(described(Uuid, 'Only the versions for this counterparty.')),
      in_effect: Type.Optional(
        Type.Boolean({
          description: 'true: only versions in effect. false: only those that were replaced.',
        }),
      ),
      ...pageParameters,
    },
    { additionalProperties: false },
  ),
  response: pageOf('AutomationList', 'automations', Automation),
  reasons: ['PAGE_TOKEN_INVALID'],
})
