import { listAutomations, setAutomation } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../platform/lists/list.ts'
import type { AutomationService } from './automation.service.ts'

interface Options {
  readonly automations: AutomationService
  readonly lists: Lists
}

export const automationRoutes: FastifyPluginCallback<Options> = (
  app,
  { automations, lists },
  done,
) => {
  app.operation(setAutomation, ({ caller, tx, body }) =>
    automations.set(tx, caller.accountId, body),
  )
  app.operation(listAutomations, ({ caller, query }) =>
    lists.answer(listAutomations, caller, query, 'automations', (after, pageSize) =>
      automations.page(caller, query, { after, pageSize }),
    ),
  )
  done()
}
