import {
  byLender,
  onDealWithNewWallet,
  onDeclaredDefault,
  onFailedCloseOut,
  onFailedOpening,
  onPendingCallSet,
  onPendingOrder,
  onPendingRequest,
  onPendingReturn,
  type Prepare,
} from './example-preparations.ts'
import { walletsOf } from './living-members.ts'

/** A request of each operation on deals, and on what belongs to them. */
export const examplesOfDeals: Readonly<Record<string, Prepare>> = {
  previewMarkToMarketRequest: (book) => ({
    member: book.lender,
    body: { position_id: book.firstDeal.positionId, explain: true },
  }),
  createMarkToMarketRequest: async (book) => {
    const deal = book.nextDeal()
    const calculation_id = await book.calculationId(deal)
    return { member: book.lender, body: { position_id: deal.positionId, calculation_id } }
  },
  listMarkToMarketRequests: async (book) => {
    const { position_id } = await book.pendingRequest()
    return { member: book.lender, query: { position_id, status: 'PENDING_ACCEPTANCE' } }
  },
  exportMarkToMarketRequests: byLender({ query: { format: 'csv' } }),
  getMarkToMarketRequest: onPendingRequest('borrower'),
  acceptMarkToMarketRequest: onPendingRequest('borrower'),
  rejectMarkToMarketRequest: onPendingRequest('borrower'),
  disputeMarkToMarketRequest: onPendingRequest('borrower', {
    counter_notional_usd: '100000',
    reason: 'PRICE',
    note: 'Our price is another.',
  }),
  cancelMarkToMarketRequest: onPendingRequest('lender'),
  retryMarkToMarketRequest: async (book) => ({
    member: book.lender,
    params: { mark_to_market_request_id: await book.failedRequest() },
  }),
  previewCallSet: (book) => ({
    member: book.lender,
    params: { agreement_id: book.agreementId },
    body: { direction: 'TopUp', position_ids: [book.firstDeal.positionId], explain: true },
  }),
  createCallSet: async (book) => ({
    member: book.lender,
    body: { calculation_id: await book.callSetCalculation() },
  }),
  listCallSets: byLender({ query: { page_size: 2 } }),
  getCallSet: onPendingCallSet(),
  acceptCallSet: onPendingCallSet({ except: [] }),
  listTransfers: (book) => ({
    member: book.lender,
    query: { orderId: book.firstDeal.orderNumber, page_size: 10 },
  }),
  getTransfer: (book) => ({
    member: book.borrower,
    params: { transfer_id: book.firstTransferId },
  }),
  cancelTransfer: async (book) => {
    const [transfer_id = ''] = (await book.acceptedReturn()).transfer_ids
    return { member: book.borrower, params: { transfer_id } }
  },
  sendCollateral: (book) => ({
    member: book.borrower,
    params: { position_id: book.nextDeal().positionId },
    body: { quantity: '5' },
  }),
  listPositions: byLender({ query: { status: 'ACTIVE', history_days: 7, page_size: 3 } }),
  exportPositions: byLender({ query: { format: 'csv' } }),
  getPosition: (book) => ({
    member: book.lender,
    params: { position_id: book.firstDeal.positionId },
  }),
  getPositionPrices: (book) => ({
    member: book.borrower,
    params: { position_id: book.firstDeal.positionId },
  }),
  listPositionValuations: (book) => ({
    member: book.lender,
    params: { position_id: book.firstDeal.positionId },
    query: { page_size: 2 },
  }),
  previewCloseOut: (book) => ({
    member: book.lender,
    body: { position_id: book.firstDeal.positionId, in_default: 'borrower' },
  }),
  createOrder: (book) => ({ member: book.lender, body: book.orderBody() }),
  listOrders: byLender({ query: { asset: 'BTC', page_size: 3 } }),
  getOrder: (book) => ({ member: book.lender, params: { order_id: book.firstDeal.orderId } }),
  listOrderTerms: (book) => ({
    member: book.lender,
    params: { order_id: book.firstDeal.orderId },
  }),
  acceptOrder: onPendingOrder('borrower', ({ borrower }) => walletsOf(borrower)),
  rejectOrder: onPendingOrder('borrower'),
  cancelOrder: onPendingOrder('lender'),
  closeOrder: (book) => ({
    member: book.borrower,
    params: { order_id: book.nextDeal().orderId },
  }),
  cancelOrderClose: async (book) => ({
    member: book.borrower,
    params: { order_id: await book.closingOrder() },
  }),
  changeOrderWallets: onDealWithNewWallet,
  retryOrder: onFailedOpening,
  abandonOrder: onFailedOpening,
  reportPositions: byLender({ query: { status: 'ACTIVE', format: 'json' } }),
  reportExposureByCounterparty: byLender({ query: { asset: 'BTC' } }),
  reportExposureByAsset: byLender({ query: { format: 'csv' } }),
  reportCollateralMovements: byLender({
    query: { from: '2026-03-01T00:00:00.000Z', to: '2026-03-02T12:00:00.000Z' },
  }),
  reportInterest: byLender({ query: { asset: 'BTC' } }),
  reportTransfers: byLender({ query: { as_of: '2026-03-02T12:00:00.000Z' } }),
  createOrderRequest: (book) => ({
    member: book.borrower,
    body: { position_id: book.nextDeal().positionId, kind: 'return', quantity: '4' },
  }),
  listOrderRequests: async (book) => {
    const { position_id } = await book.pendingReturn()
    return { member: book.lender, query: { position_id, kind: 'return', status: 'PENDING' } }
  },
  getOrderRequest: onPendingReturn('lender'),
  acceptOrderRequest: onPendingReturn('lender'),
  rejectOrderRequest: onPendingReturn('lender'),
  cancelOrderRequest: onPendingReturn('borrower'),
  retryOrderRequest: async (book) => ({
    member: book.borrower,
    params: { order_request_id: await book.failedReturn() },
  }),
  createCloseOut: async (book) => ({
    member: book.lender,
    body: { position_id: await book.fallenDeal(), cause: 'LIQUIDATION_LEVEL' },
  }),
  listCloseOuts: byLender({ query: { status: 'NOTICE', cause: 'LIQUIDATION_LEVEL' } }),
  getCloseOut: onDeclaredDefault,
  withdrawCloseOut: onDeclaredDefault,
  terminateCloseOut: onDeclaredDefault,
  retryCloseOut: onFailedCloseOut('lender'),
  receiveCloseOut: onFailedCloseOut('borrower'),
  dischargeCloseOut: async (book) => ({
    member: book.lender,
    params: { close_out_id: (await book.terminatedCloseOut('20')).id },
  }),
}
