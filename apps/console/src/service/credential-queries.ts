import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

export const credentialPagesQuery = (client: VadiumClient, organizationId?: string) =>
  pagesQuery(
    ['credentials', organizationId],
    (page, options) =>
      client.credentials.list(
        { organization_id: organizationId, page_size: 200, ...page },
        options,
      ),
    ({ credentials }) => credentials,
    mayBeLong,
  )

export const invitationPagesQuery = (client: VadiumClient) =>
  pagesQuery(
    ['invitations'],
    (page, options) => client.invitations.list({ page_size: 200, ...page }, options),
    ({ invitations }) => invitations,
  )

/** Which installation the service is. A proof of possession names it. */
export const installationQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['installation'],
    staleTime: Infinity,
    queryFn: ({ signal }) => client.installation.get({ signal }),
  })

/** The most that one page has. */
const namesMax = 1_000

/** The credentials of an organization, to name who made a request. */
export const credentialNamesQuery = (client: VadiumClient, organizationId?: string) =>
  queryOptions({
    queryKey: ['credentials', 'names', organizationId],
    staleTime: 60_000,
    enabled: organizationId !== undefined,
    queryFn: async ({ signal }) => {
      const filter = { organization_id: organizationId, page_size: namesMax }
      return (await client.credentials.list(filter, { signal })).credentials
    },
  })
