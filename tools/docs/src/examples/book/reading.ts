import {
  countUnreadNotifications,
  getNotification,
  getNotificationPreferences,
  getToday,
  listAutomations,
  listCounterpartyLimits,
  listEvents,
  listMutedCounterparties,
  listNotifications,
  listPositionValuations,
  listStateMachines,
  markAllNotificationsRead,
  markNotificationRead,
  muteCounterparty,
  type Order,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
  reportTransfers,
  search,
  setAutomation,
  setCounterpartyLimits,
  setNotificationPreferences,
  streamChatEvents,
  streamEvents,
  streamNotifications,
  unmuteCounterparty,
} from '@vadium/schema'
import { organizationIds, type Stage } from './stage.ts'

/** The book a week after the loan. */
export async function report({ tape, lender }: Stage, order: Order, as_of: string): Promise<void> {
  const period = { from: order.create_time, to: as_of }
  const asset = order.collateral_asset
  await tape.show(reportPositions, lender, { query: { as_of, status: 'ACTIVE' } })
  await tape.show(reportExposureByCounterparty, lender, { query: { as_of } })
  await tape.show(reportExposureByAsset, lender, { query: { as_of } })
  await tape.show(reportCollateralMovements, lender, { query: period })
  await tape.show(reportInterest, lender, { query: period })
  await tape.show(reportTransfers, lender, { query: { ...period, asset } })
  await tape.show(listPositionValuations, lender, {
    params: { position_id: order.position_id ?? '' },
    query: { page_size: 1 },
  })
}

export async function lookAround({ tape, lender }: Stage, order: Order): Promise<void> {
  await tape.show(getToday, lender)
  await tape.show(search, lender, { query: { query: String(order.number) } })
  await tape.show(listStateMachines, lender)
}

export async function follow({ tape, lender, borrower }: Stage, order: Order): Promise<void> {
  const { events } = await tape.play(listEvents, borrower, { query: { limit: 1000 } })
  const first = events.findIndex(({ data }) => data.change?.order_id === order.id)
  const after = events[first - 1]?.id ?? ''
  await tape.show(listEvents, borrower, { query: { after, limit: 2 } })
  await tape.show(streamEvents, borrower, { query: { type: 'order.updated', after } })
  await tape.show(streamNotifications, borrower, { query: { after } })
  await tape.show(streamChatEvents, borrower, { query: { order_id: order.id, after } })
  const { notifications } = await tape.show(listNotifications, borrower, {
    query: { category: 'mark_to_market_to_answer', page_size: 1 },
  })
  await tape.show(countUnreadNotifications, borrower)
  const id = notifications[0]?.id ?? ''
  const params = { notification_id: id }
  await tape.show(getNotification, borrower, { params })
  await tape.show(markNotificationRead, borrower, { params })
  await tape.show(markAllNotificationsRead, borrower, { body: { until_id: id } })
  await tape.show(getNotificationPreferences, borrower)
  await tape.show(setNotificationPreferences, borrower, {
    body: { muted_categories: ['order_request_to_answer'], minimum_severity: 'info' },
  })
  const muted = { params: { counterparty_id: organizationIds.borrower } }
  await tape.show(muteCounterparty, lender, muted)
  await tape.show(listMutedCounterparties, lender, { query: { page_size: 2 } })
  await tape.show(unmuteCounterparty, lender, muted)
  const automation = { counterparty_id: organizationIds.borrower, calls: 'market_cut' as const }
  await tape.show(setAutomation, lender, { body: { ...automation, calls_maximum_usd: '250000' } })
  await tape.show(listAutomations, lender, { query: { in_effect: true, page_size: 2 } })
  await tape.play(setAutomation, lender, { body: { ...automation, calls: 'off' } })
  const limits = { counterparty_id: organizationIds.borrower }
  const lent = { lent_usd_max: '50000000', assets: [{ asset: 'BTC', lent_quantity_max: '250' }] }
  await tape.show(setCounterpartyLimits, lender, {
    body: { ...limits, ...lent, uncovered_usd_max: '500000', shock: '0.3', on_breach: 'warn' },
  })
  await tape.show(listCounterpartyLimits, lender, { query: { in_effect: true, page_size: 2 } })
  await tape.play(setCounterpartyLimits, lender, { body: limits })
}
