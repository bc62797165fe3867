import type { VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { pageSizeMax, wholeList } from './pages.ts'

/** The operator has no events: what others approve or change is read again. */
const againMs = 10_000
export const organizationsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['organizations', 'all'],
    refetchInterval: againMs,
    queryFn: ({ signal }) =>
      client.organizations.list({ page_size: pageSizeMax }, { signal }).toArray(wholeList),
  })

export const organizationQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['organizations', 'one', id],
    refetchInterval: againMs,
    queryFn: ({ signal }) => client.organizations.get(id, { signal }),
  })

export const walletsQuery = (client: VadiumClient, organizationId: string) =>
  queryOptions({
    queryKey: ['wallets', organizationId],
    refetchInterval: againMs,
    queryFn: ({ signal }) => {
      const filter = { organization_id: organizationId, page_size: pageSizeMax }
      return client.wallets.list(filter, { signal }).toArray(wholeList)
    },
  })

export const assetsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['assets'],
    queryFn: async ({ signal }) =>
      (await client.assets.list({ page_size: pageSizeMax }, { signal })).assets,
  })

/** The agreements of one organization. */
export const agreementsOfQuery = (client: VadiumClient, organizationId: string) =>
  queryOptions({
    queryKey: ['agreements', 'of', organizationId],
    refetchInterval: againMs,
    queryFn: async ({ signal }) => {
      const pages = client.agreements.list({ page_size: pageSizeMax }, { signal })
      return (await pages.toArray(wholeList)).filter(
        ({ lender_id, borrower_id }) =>
          lender_id === organizationId || borrower_id === organizationId,
      )
    },
  })

export const priceSourcesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['price-sources'],
    refetchInterval: againMs,
    queryFn: async ({ signal }) =>
      (await client.priceSources.list({ page_size: pageSizeMax }, { signal })).price_sources,
  })

export const stalledInstructionsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['instructions', 'stalled'],
    refetchInterval: againMs,
    queryFn: async ({ signal }) =>
      (await client.instructions.list({ stalled: true, page_size: pageSizeMax }, { signal }))
        .instructions,
  })
