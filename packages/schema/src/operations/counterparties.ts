import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { CounterpartyMute } from '../resources/counterparty-mute.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object({ counterparty_id: Uuid }, { additionalProperties: false })

export const muteCounterparty = operation({
  id: 'muteCounterparty',
  method: 'POST',
  path: '/counterparties/{counterparty_id}:mute',
  summary: 'Mute a counterparty',
  description:
    'Its messages and new orders to the organization of the caller are refused from now on, and it is told so. What there is stays readable; margin calls, disputes, returns, recalls, rerates and answers go through as before.',
  command: ['counterparties', 'mute'],
  group: 'counterparties',
  roles: ['admin'],
  safe: false,
  params,
  response: CounterpartyMute,
  reasons: ['ORGANIZATION_NOT_FOUND', 'INVALID_STATE'],
})

export const unmuteCounterparty = operation({
  id: 'unmuteCounterparty',
  method: 'POST',
  path: '/counterparties/{counterparty_id}:unmute',
  summary: 'Unmute a counterparty',
  description: 'Its messages and new orders are taken again from now on.',
  command: ['counterparties', 'unmute'],
  group: 'counterparties',
  roles: ['admin'],
  safe: false,
  params,
  response: CounterpartyMute,
  reasons: ['ORGANIZATION_NOT_FOUND', 'INVALID_STATE'],
})

export const listMutedCounterparties = operation({
  id: 'listMutedCounterparties',
  method: 'GET',
  path: '/muted-counterparties',
  summary: 'List muted counterparties',
  description: 'Whose messages and new orders the organization of the caller refuses.',
  command: ['counterparties', 'muted'],
  group: 'counterparties',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('CounterpartyMuteList', 'mutes', CounterpartyMute),
  reasons: ['PAGE_TOKEN_INVALID'],
})
