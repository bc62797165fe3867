import type { Agreement, CallSetPreview, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { restsOnPricesAsAWhole } from '../../service/priced.ts'

type Direction = 'TopUp' | 'Release'

/** What is due under one agreement in one direction. */
export interface DueTogether {
  readonly agreement: Agreement
  readonly direction: Direction
  readonly set: CallSetPreview
}

/** What could be called across the deals of an agreement now, without its calculation. */
export const dueTogetherQuery = (client: VadiumClient, agreementId: string, direction: Direction) =>
  queryOptions({
    meta: restsOnPricesAsAWhole,
    queryKey: ['call-sets', 'due', agreementId, direction],
    queryFn: ({ signal }) => client.callSets.preview(agreementId, { direction }, { signal }),
  })

/** The same to be confirmed: with each input, and not read again by itself. */
export const callSetPreviewQuery = (
  client: VadiumClient,
  agreementId: string,
  direction: Direction,
) =>
  queryOptions({
    queryKey: ['call-sets', 'preview', agreementId, direction],
    staleTime: 0,
    gcTime: 0,
    queryFn: ({ signal }) =>
      client.callSets.preview(agreementId, { direction, explain: true }, { signal }),
  })

/** The newest call sets of either side. */
export const callSetsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['call-sets', 'list'],
    queryFn: async ({ signal }) =>
      (await client.callSets.list({ page_size: 25 }, { signal })).call_sets,
  })

export const callSetQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['call-sets', 'one', id],
    queryFn: ({ signal }) => client.callSets.get(id, { signal }),
  })
