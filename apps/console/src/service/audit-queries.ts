import type { VadiumClient } from '@vadium/client'
import { infiniteQueryOptions } from '@tanstack/react-query'

const pageSize = 500

/** The audit trail of the organization, the newest entries first. */
export const auditPagesQuery = (client: VadiumClient) =>
  infiniteQueryOptions({
    queryKey: ['audit'],
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      client.audit.list({ page_size: pageSize, page_token: pageParam }, { signal }),
    getNextPageParam: ({ next_page_token }) => next_page_token,
  })
