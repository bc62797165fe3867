import type { ListApprovalsQuery, VadiumClient } from '@vadium/client'
import { queryOptions } from '@tanstack/react-query'
import { mayBeLong } from './long-list.ts'
import { pagesQuery } from './pages.ts'

/** The operator has no events: its approvals are read again. */
const againMs = 5_000

export const pendingApprovalsQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['approvals', 'pending'],
    queryFn: async ({ signal }) =>
      (await client.approvals.list({ state: 'PENDING', page_size: 200 }, { signal })).approvals,
    refetchInterval: againMs,
  })

/**
 * What has been asked for about one order and has no outcome yet: what awaits approval, and what is
 * approved and awaits its turn. Events say when it changes.
 */
export const pendingOfOrderQuery = (client: VadiumClient, orderId: string) =>
  queryOptions({
    queryKey: ['approvals', 'pending', orderId],
    queryFn: async ({ signal }) => {
      const inState = async (state: 'PENDING' | 'APPROVED') =>
        (await client.approvals.list({ state, order_id: orderId, page_size: 200 }, { signal }))
          .approvals
      // In the order of the states, so that what is approved meanwhile is found.
      const found = [...(await inState('PENDING')), ...(await inState('APPROVED'))]
      return [...new Map(found.map((approval) => [approval.id, approval])).values()]
    },
  })

export const approvalPagesQuery = (client: VadiumClient, filter: ListApprovalsQuery) =>
  pagesQuery(
    ['approvals', 'pages', filter],
    (page, options) => client.approvals.list({ ...filter, ...page }, options),
    ({ approvals }) => approvals,
    mayBeLong,
  )

export const approvalQuery = (client: VadiumClient, id: string) =>
  queryOptions({
    queryKey: ['approvals', 'one', id],
    queryFn: ({ signal }) => client.approvals.get(id, { signal }),
    refetchInterval: againMs,
  })

export const approvalPolicyQuery = (client: VadiumClient) =>
  queryOptions({
    queryKey: ['approval-policies', 'current'],
    queryFn: ({ signal }) => client.approvalPolicies.get({ signal }),
  })

export const approvalPolicyPagesQuery = (client: VadiumClient) =>
  pagesQuery(
    ['approval-policies', 'pages'],
    (page, options) => client.approvalPolicies.list({ page_size: 25, ...page }, options),
    ({ approval_policies }) => approval_policies,
  )
