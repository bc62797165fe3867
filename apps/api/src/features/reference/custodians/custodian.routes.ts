import { createCustodian, listCustodians } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { CustodianService } from './custodian.service.ts'

interface Options {
  readonly custodians: CustodianService
  readonly lists: Lists
}

export const custodianRoutes: FastifyPluginCallback<Options> = (
  app,
  { custodians, lists },
  done,
) => {
  app.operation(createCustodian, ({ tx, body }) => custodians.create(tx, body))
  app.operation(listCustodians, ({ caller, query }) =>
    lists.answer(listCustodians, caller, query, 'custodians', (after, pageSize) =>
      custodians.page(caller, { after, pageSize }),
    ),
  )
  done()
}
