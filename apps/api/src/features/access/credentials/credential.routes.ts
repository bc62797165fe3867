import {
  createCredential,
  getCurrentCredential,
  listCredentials,
  revokeCredential,
  rotateCredential,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Tenant } from '../../../platform/db/tenant.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import type { Actor, CredentialService } from './credential.service.ts'

interface Options {
  readonly credentials: CredentialService
  readonly lists: Lists
  /** The clock of the machine. */
  readonly clock: Clock
}

interface CredentialCall {
  readonly caller: Tenant
  readonly requestId: string
  readonly receivedAtMs: number | undefined
}

export const credentialRoutes: FastifyPluginCallback<Options> = (
  app,
  { credentials, lists, clock },
  done,
) => {
  const actorOf = (call: CredentialCall): Actor => ({
    caller: call.caller,
    requestId: call.requestId,
    nowMs: clock.now(),
    receivedAtMs: call.receivedAtMs ?? clock.now(),
  })

  app.operation(createCredential, (call) => credentials.create(call.tx, actorOf(call), call.body))
  app.operation(listCredentials, ({ caller, query }) =>
    lists.answer(listCredentials, caller, query, 'credentials', (after, pageSize) =>
      credentials.page(caller, query.organization_id, { after, pageSize }),
    ),
  )
  app.operation(getCurrentCredential, ({ caller }) => credentials.current(caller))
  app.operation(rotateCredential, (call) =>
    credentials.rotate(call.tx, actorOf(call), call.params.credential_id, call.body),
  )
  app.operation(revokeCredential, (call) =>
    credentials.revoke(call.tx, actorOf(call), call.params.credential_id),
  )
  done()
}
