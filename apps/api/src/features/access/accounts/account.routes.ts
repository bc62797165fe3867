import { createAccount, listAccounts } from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { AccountService } from './account.service.ts'

interface Options {
  readonly accounts: AccountService
  readonly lists: Lists
}

export const accountRoutes: FastifyPluginCallback<Options> = (app, { accounts, lists }, done) => {
  app.operation(createAccount, ({ tx, body }) => accounts.create(tx, body))
  app.operation(listAccounts, ({ caller, query }) =>
    lists.answer(listAccounts, caller, query, 'accounts', (after, pageSize) =>
      accounts.page(caller, query.organization_id, { after, pageSize }),
    ),
  )
  done()
}
