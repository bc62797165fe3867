/** Whether a notice of a default of a position `p` is open. */
export const noticeIsOpen = `EXISTS (
  SELECT FROM close_outs n WHERE n.position_id = p.id AND n.status = 'NOTICE')`

/** The same of the position of an order, given as SQL. */
export const noticeOfOrderIsOpen = (orderId: string) =>
  `EXISTS (SELECT FROM positions p WHERE p.order_id = ${orderId} AND ${noticeIsOpen})`
