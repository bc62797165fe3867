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
  app.operation(advanceSandbox, ({ body }) => beside(sandbox.advance(body)))
  app.operation(scriptSandboxPrices, ({ body }) => beside(sandbox.scriptPrices(body)))
  app.operation(scriptSandboxCustodian, ({ body }) => beside(sandbox.scriptCustodian(body)))
  app.operation(decideSandboxTransfer, ({ body }) => beside(sandbox.decide(body)))
  done()
}

/** Work in transactions beside that of the request: where one of them fails, others may have been committed. */
function beside<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw isDatabaseFailure(error) ? new OutcomeUnknownError(error) : error
  })
}
