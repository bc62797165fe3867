import type { CloseOutPreviewRequest, PreviewRequest, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { restsOnPrices } from './priced.ts'
import { previewKey, whileConfirmed } from './queries.ts'

/** What a request would do if it were sent now. Undefined asks nothing. */
export const requestPreviewQuery = (client: VadiumClient, asked: PreviewRequest | undefined) =>
  queryOptions({
    queryKey: [previewKey, 'request', asked],
    queryFn: ({ signal }) => {
      if (asked === undefined) throw new Error('there is nothing to preview')
      return client.requests.preview(asked, { signal })
    },
    enabled: asked !== undefined,
    ...whileConfirmed,
  })

/** The position of a preview, read after it and whenever prices move. */
export const positionSinceQuery = (
  client: VadiumClient,
  {
    positionId,
    calculationId,
  }: { readonly positionId: string; readonly calculationId: string | undefined },
) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['positions', 'since', positionId, calculationId],
    queryFn: ({ signal }) => client.positions.get(positionId, { signal }),
    enabled: calculationId !== undefined,
    gcTime: 0,
  })

/** The close-out of a position, if a side were in default. It moves with the prices. */
export const closeOutQuery = (client: VadiumClient, asked: CloseOutPreviewRequest) =>
  queryOptions({
    ...restsOnPrices,
    queryKey: ['positions', 'close-out', asked],
    queryFn: ({ signal }) => client.closeOuts.preview(asked, { signal }),
  })
