import type { ListApprovalsQuery } from '@vadium/client'

/** The filters of the screen: those of the operation, under their names. */
export type ApprovalSearch = Omit<ListApprovalsQuery, 'page_size' | 'page_token'>

const texts = ['state', 'order_id'] as const

export function readApprovalSearch(given: Record<string, unknown>): ApprovalSearch {
  return Object.fromEntries(
    texts.flatMap((name) =>
      typeof given[name] === 'string' && given[name] !== '' ? [[name, given[name]]] : [],
    ),
  )
}
