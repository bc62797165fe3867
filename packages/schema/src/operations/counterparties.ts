import { Type } from '@sinclair/typebox'
import { described } from '../described.ts'
import { operation } from '../operation.ts'
import { pageOf, pageParameters } from '../paging.ts'
import { CounterpartyMute } from '../resources/counterparty-mute.ts'
import { Uuid } from '../scalars.ts'

const params = Type.Object(
  { counterparty_id: described(Uuid, 'The organization id of the counterparty.') },
  { additionalProperties: false },
)

export const muteCounterparty = operation({
  id: 'muteCounterparty',
  method: 'POST',
  path: '/counterparties/{counterparty_id}:mute',
  summary: 'Mute a counterparty',
  description:
    'Refuses further messages, new orders and proposals of terms of a counterparty, with the reason MUTED_BY_COUNTERPARTY. Existing chats and orders stay readable. Margin calls, disputes, returns, recalls, rerates and answers are not affected.',
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
  description: 'Accepts messages, new orders and proposals of terms of the counterparty again.',
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
  description: "Lists the counterparties that the caller's organization has muted.",
  command: ['counterparties', 'muted'],
  group: 'counterparties',
  roles: ['viewer', 'execution', 'admin'],
  safe: true,
  query: Type.Object({ ...pageParameters }, { additionalProperties: false }),
  response: pageOf('CounterpartyMuteList', 'mutes', CounterpartyMute),
  reasons: ['PAGE_TOKEN_INVALID'],
})
