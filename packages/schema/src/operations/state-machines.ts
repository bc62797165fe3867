import { Type } from '@sinclair/typebox'
import { operation } from '../operation.ts'
import { StateMachineDocument } from '../resources/state-machine.ts'

export const listStateMachines = operation({
  id: 'listStateMachines',
  method: 'GET',
  path: '/state-machines',
  summary: 'List the state machines',
  description: 'Every state of every resource, and every move: from where, to where, and by whom.',
  command: ['state-machines', 'list'],
  group: 'stateMachines',
  roles: ['viewer', 'execution', 'reporting', 'admin', 'operator'],
  safe: true,
  response: Type.Object(
    { state_machines: Type.Array(StateMachineDocument) },
    { title: 'StateMachineList', additionalProperties: false },
  ),
  reasons: [],
})
