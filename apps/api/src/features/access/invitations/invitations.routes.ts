import {
  acceptInvitation,
  confirmInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  openInvitation,
  revokeInvitation,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import { type OpenParts, serveOpen } from '../../../platform/http/open-operation.ts'
import type { Lists } from '../../../platform/lists/list.ts'
import type { Caller } from '../../../platform/signing/caller.ts'
import type { InvitationLinkService } from './invitation-link.service.ts'
import type { InvitationService } from './invitation.service.ts'

interface Options extends OpenParts {
  readonly invitations: InvitationService
  readonly invitationLinks: InvitationLinkService
  readonly lists: Lists
  /** The clock of the machine. */
  readonly clock: Clock
}

export const invitationRoutes: FastifyPluginCallback<Options> = (
  app,
  { invitations, invitationLinks: links, lists, ...parts },
  done,
) => {
  const { clock } = parts
  const actorOf = ({ caller, requestId }: { caller: Caller; requestId: string }) => {
    const nowMs = clock.now()
    return { caller, requestId, nowMs, receivedAtMs: nowMs }
  }

  app.operation(createInvitation, (call) => invitations.create(call.tx, actorOf(call), call.body))
  app.operation(listInvitations, ({ caller, query }) =>
    lists.answer(listInvitations, caller, query, 'invitations', (after, pageSize) =>
      invitations.page(caller, clock.now(), { after, pageSize }),
    ),
  )
  app.operation(getInvitation, ({ caller, params }) =>
    invitations.get(caller, clock.now(), params.invitation_id),
  )
  app.operation(confirmInvitation, (call) =>
    invitations.confirm(call.tx, actorOf(call), call.params.invitation_id, call.body),
  )
  app.operation(revokeInvitation, (call) =>
    invitations.revoke(call.tx, actorOf(call), call.params.invitation_id),
  )
  serveOpen(app, openInvitation, parts, {
    find: ({ params, body }) => links.find(params.invitation_id, body.secret),
    answer: (_call, link) => links.open(link),
  })
  serveOpen(app, acceptInvitation, parts, {
    find: ({ params, body }) => links.find(params.invitation_id, body.secret),
    answer: ({ body }, link, auditEffect) => links.accept(link, body.proof, auditEffect),
  })
  done()
}
