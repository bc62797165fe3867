import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { StateMachineDocument } from '../resources/state-machine.ts'

export const listStateMachines = operation({
  id: 'listStateMachines',
  method: 'GET',
  path: '/state-machines',
  summary: 'List the state machines',
  description:
    'Lists the states of each resource and the transitions between them, with who may make each transition.',
  command: ['state-machines', 'list'],
  group: 'stateMachines',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  response: Type.Object(
    {
      state_machines: Type.Array(StateMachineDocument, {
        description: 'The state machine of each resource.',
      }),
    },
    { title: 'StateMachineList', additionalProperties: false },
  ),
  reasons: [],
})
