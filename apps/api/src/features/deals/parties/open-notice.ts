/** Whether a notice of a default of a position `p` is open. */
export const noticeIsOpen = `EXISTS (
  SELECT FROM close_outs n WHERE n.position_id = p.id AND n.status = 'NOTICE')`

/** By the organization that declared it, the id of an open notice. */
export type OpenNotices = Readonly<Record<string, string>>

/** The {@link OpenNotices} of an order, given as SQL. */
export const noticesOfOrder = (orderId: string) => `(
  SELECT coalesce(json_object_agg(n.creator_id, n.id), '{}')
  FROM close_outs n JOIN positions p ON p.id = n.position_id
  WHERE p.order_id = ${orderId} AND n.status = 'NOTICE')`
