import {
  advanceSandbox,
  decideSandboxTransfer,
  getSandbox,
  scriptSandboxCustodian,
  scriptSandboxPrices,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { SandboxService } from '../../sandbox/sandbox.service.ts'

interface Options {
  readonly sandbox: SandboxService
}

export const sandboxRoutes: FastifyPluginCallback<Options> = (app, { sandbox }, done) => {
  app.operation(getSandbox, () => sandbox.get())
  app.operation(advanceSandbox, ({ body }) => sandbox.advance(body))
  app.operation(scriptSandboxPrices, ({ body }) => sandbox.scriptPrices(body))
  app.operation(scriptSandboxCustodian, ({ body }) => sandbox.scriptCustodian(body))
  app.operation(decideSandboxTransfer, ({ body }) => sandbox.decide(body))
  done()
}
