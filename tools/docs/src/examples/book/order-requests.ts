import {
  acceptOrderRequest,
  cancelOrderRequest,
  cancelTransfer,
  createOrderRequest,
  getOrderRequest,
  listOrderRequests,
  rejectOrderRequest,
  retryOrderRequest,
  scriptSandboxCustodian,
} from '@vadium/schema'
import { passMinutes, type Stage } from './stage.ts'

const settlingMinutes = 60

/** Parts of the loan go back, or do not. */
export async function returnAsset(stage: Stage, position_id: string): Promise<void> {
  const { tape, operator, lender, borrower } = stage
  const body = { position_id, kind: 'return', quantity: '100000' }
  const { id } = await tape.show(createOrderRequest, borrower, {
    body: { ...body, note: 'We have sold a part of it.' },
  })
  const params = { order_request_id: id }
  await tape.show(acceptOrderRequest, lender, { params })
  await passMinutes(stage, settlingMinutes)
  await tape.show(getOrderRequest, borrower, { params })
  await tape.show(listOrderRequests, borrower, { query: { position_id, page_size: 1 } })
  const ask = async () => ({
    order_request_id: (await tape.play(createOrderRequest, borrower, { body })).id,
  })
  await tape.show(rejectOrderRequest, lender, { params: await ask() })
  await tape.show(cancelOrderRequest, borrower, { params: await ask() })
  const failing = await ask()
  await tape.play(scriptSandboxCustodian, operator, {
    body: { custodian: 'simulated', outcome: 'failed' },
  })
  await tape.play(acceptOrderRequest, lender, { params: failing })
  await passMinutes(stage, settlingMinutes)
  const { transfer_ids } = await tape.show(retryOrderRequest, borrower, { params: failing })
  const transfer_id = transfer_ids.at(-1) ?? ''
  await tape.show(cancelTransfer, borrower, { params: { transfer_id } })
  await passMinutes(stage, settlingMinutes)
}
