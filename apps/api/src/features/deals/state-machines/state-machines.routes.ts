import { isFinal, listStateMachines, stateMachines, statesOf } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'

const document = {
  state_machines: stateMachines.map((machine) => ({
    id: machine.id,
    title: machine.title,
    initial: machine.initial,
    states: statesOf(machine).map((name) => ({
      name,
      description: machine.states[name] ?? '',
      final: isFinal(machine, name),
    })),
    transitions: machine.transitions.map((transition) => ({
      ...transition,
      from: [...transition.from],
      by: [...transition.by],
    })),
  })),
}

export const stateMachineRoutes: FastifyPluginCallback = (app, _options, done) => {
  app.operation(listStateMachines, () => Promise.resolve(document))
  done()
}
