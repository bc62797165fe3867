import {
  activateOrganization,
  createOrganization,
  getOrganization,
  listOrganizations,
  suspendOrganization,
} from '@vadium/schema'
import type { FastifyPluginCallback } from 'fastify'
import type { Lists } from '../../../platform/lists/list.ts'
import type { OrganizationService } from './organization.service.ts'

interface Options {
  readonly organizations: OrganizationService
  readonly lists: Lists
}

export const organizationRoutes: FastifyPluginCallback<Options> = (
  app,
  { organizations, lists },
  done,
) => {
  app.operation(createOrganization, ({ tx, body }) => organizations.create(tx, body))
  app.operation(listOrganizations, ({ caller, query }) =>
    lists.answer(listOrganizations, caller, query, 'organizations', (after, pageSize) =>
      organizations.page(caller, { after, pageSize }),
    ),
  )
  app.operation(getOrganization, ({ caller, params }) =>
    organizations.get(caller, params.organization_id),
  )
  app.operation(suspendOrganization, ({ tx, params }) =>
    organizations.suspend(tx, params.organization_id),
  )
  app.operation(activateOrganization, ({ tx, params }) =>
    organizations.activate(tx, params.organization_id),
  )
  done()
}
