import {
  advanceSandbox,
  decideSandboxTransfer,
  getSandbox,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import { isDatabaseFailure, OutcomeUnknownError } from '../../platform/db/database-failure.ts'
import type { SandboxService } from './sandbox.service.ts'

interface Options {
  readonly sandbox: SandboxService
}

export const sandboxRoutes: FastifyPluginCallback<Options> = (app, { sandbox }, done) => {
  app.operation(getSandbox, () => sandbox.get())
  app.operation(advanceSandbox, ({ body }) => inOwnTransactions(sandbox.advance(body)))
  app.operation(scriptSandboxPrices, ({ body }) => inOwnTransactions(sandbox.scriptPrices(body)))
  app.operation(scriptSandboxCustodian, ({ body }) =>
    inOwnTransactions(sandbox.scriptCustodian(body)),
  )
  app.operation(decideSandboxTransfer, ({ body }) => inOwnTransactions(sandbox.decide(body)))
  done()
}

/**
 * For work in transactions other than that of the request. If one of them fails, others may have
 * been committed, so the outcome is unknown.
 */
function inOwnTransactions<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isDatabaseFailure(error) ? new OutcomeUnknownError(error) : error
  })
}
