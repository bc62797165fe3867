import {
  abandonOrder,
  acceptOrder,
  cancelOrder,
  cancelOrderClose,
  changeOrderWallets,
  closeOrder,
  createOrder,
  exportPositions,
  getChat,
  getOrder,
  getPosition,
  getPositionPrices,
  listChatEntries,
  listChats,
  listOrders,
  listOrderTerms,
  listPositions,
  markChatRead,
  type Order,
  postChatMessage,
  rejectOrder,
  resolveChatAction,
  retryOrder,
  scriptSandboxCustodian,
} from '@vadium/schema'
import { loan, passMinutes, type Stage, walletsOf } from './stage.ts'

const openingMinutes = 60

/** The loan is asked for, accepted and opened. Returns its order. */
export async function openLoan(stage: Stage): Promise<Order> {
  const { tape, lender, borrower } = stage
  const { id } = await tape.show(createOrder, borrower, { body: loan })
  const params = { order_id: id }
  const { last_entry } = await tape.show(getChat, lender, { params })
  await tape.show(postChatMessage, lender, {
    params,
    body: { text: 'We can send the asset today.' },
  })
  await tape.show(listChatEntries, borrower, { params, query: { page_size: 2 } })
  await tape.show(markChatRead, lender, { params, body: { entry_id: last_entry?.id ?? '' } })
  await tape.show(acceptOrder, lender, { params, body: walletsOf('harbor') })
  await passMinutes(stage, openingMinutes)
  const order = await tape.show(getOrder, borrower, { params })
  await tape.show(listOrderTerms, borrower, { params })
  await tape.show(listOrders, borrower, { query: { status: 'ACTIVE', page_size: 1 } })
  await tape.show(listChats, lender, { query: { page_size: 1 } })
  return order
}

/** The position of the loan, as its lender reads it. */
export async function readPosition({ tape, lender }: Stage, position_id: string): Promise<void> {
  const params = { position_id }
  await tape.show(getPosition, lender, { params })
  await tape.show(getPositionPrices, lender, { params })
  await tape.show(listPositions, lender, {
    query: { status: 'ACTIVE', history_days: 7, page_size: 1 },
  })
  await tape.show(exportPositions, lender, { query: { status: 'ACTIVE' } })
}

/** Orders that are refused, withdrawn, and fail, and one that is closed. */
export async function endOrders(stage: Stage): Promise<void> {
  const { tape, lender, borrower } = stage
  const create = async () => ({
    order_id: (await tape.play(createOrder, borrower, { body: loan })).id,
  })
  await tape.show(rejectOrder, lender, { params: await create() })
  await tape.show(cancelOrder, borrower, { params: await create() })
  const inChat = await create()
  const { last_entry } = await tape.play(getChat, lender, { params: inChat })
  await tape.show(resolveChatAction, lender, {
    params: { ...inChat, entry_id: last_entry?.id ?? '' },
    body: { decision: 'reject' },
  })
  const params = await failedOpening(stage, await create())
  await tape.show(retryOrder, borrower, { params })
  await passMinutes(stage, openingMinutes)
  await tape.show(changeOrderWallets, borrower, {
    params,
    body: { collateral_wallet_id: 'kestrel-treasury-ethereum' },
  })
  await tape.show(closeOrder, borrower, { params })
  await tape.show(cancelOrderClose, borrower, { params })
  await tape.show(abandonOrder, borrower, { params: await failedOpening(stage, await create()) })
  await passMinutes(stage, openingMinutes)
}

async function failedOpening(stage: Stage, params: { order_id: string }) {
  const { tape, operator, lender } = stage
  const body = { custodian: 'simulated', outcome: 'failed', times: 2 }
  const { recorded } = tape
  const script = recorded.has(scriptSandboxCustodian.id)
    ? tape.play.bind(tape)
    : tape.show.bind(tape)
  await script(scriptSandboxCustodian, operator, { body })
  await tape.play(acceptOrder, lender, { params, body: walletsOf('harbor') })
  await passMinutes(stage, openingMinutes)
  return params
}
