import type { Agreement, Organization, Wallet, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'

/** The operator has no events: what others approve or change is read again. */
const againMs = 10_000
const pageSize = 1_000

export const organizationsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['organizations', 'all'],
    refetchInterval: againMs,
    queryFn: async ({ signal }) => {
      const organizations: Organization[] = []
      const pages = client.organizations.list({ page_size: pageSize }, { signal })
      for await (const organization of pages) organizations.push(organization)
      return organizations
    },
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
    queryFn: async ({ signal }) => {
      const wallets: Wallet[] = []
      const filter = { organization_id: organizationId, page_size: pageSize }
      for await (const wallet of client.wallets.list(filter, { signal })) wallets.push(wallet)
      return wallets
    },
  })

export const assetsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['assets'],
    queryFn: async ({ signal }) =>
      (await client.assets.list({ page_size: pageSize }, { signal })).assets,
  })

/** The agreements of one organization. */
export const agreementsOfQuery = (client: VadiumClient, organizationId: string) =>
  queryOptions({
    queryKey: ['agreements', 'of', organizationId],
    refetchInterval: againMs,
    queryFn: async ({ signal }) => {
      const agreements: Agreement[] = []
      const pages = client.agreements.list({ page_size: pageSize }, { signal })
      for await (const agreement of pages) {
        const { lender_id, borrower_id } = agreement
        if (lender_id === organizationId || borrower_id === organizationId) {
          agreements.push(agreement)
        }
      }
      return agreements
    },
  })

export const priceSourcesQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['price-sources'],
    refetchInterval: againMs,
    queryFn: async ({ signal }) =>
      (await client.priceSources.list({ page_size: pageSize }, { signal })).price_sources,
  })

export const stalledInstructionsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['instructions', 'stalled'],
    refetchInterval: againMs,
    queryFn: async ({ signal }) =>
      (await client.instructions.list({ stalled: true, page_size: pageSize }, { signal }))
        .instructions,
  })
