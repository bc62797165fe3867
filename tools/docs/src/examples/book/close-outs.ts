import {
  acceptOrder,
  createCloseOut,
  createOrder,
  dischargeCloseOut,
  getCloseOut,
  listCloseOuts,
  listPrices,
  receiveCloseOut,
  retryCloseOut,
  scriptSandboxCustodian,
  terminateCloseOut,
  withdrawCloseOut,
} from '@vadium/schema'
import { loan, passMinutes, type Stage, walletsOf } from './stage.ts'

const settlingMinutes = 60
/** How long the coverage of a loan stays at its liquidation level before a default is declared. */
const confirmMinutes = 15

/** Loans with too little collateral are declared to be in default, and closed out. */
export async function closeOut(stage: Stage): Promise<void> {
  const { tape, operator, lender, borrower } = stage
  const body = (position_id: string) => ({ position_id, cause: 'LIQUIDATION_LEVEL' })
  const declare = async (position_id: string) => ({
    close_out_id: (await tape.play(createCloseOut, lender, { body: body(position_id) })).id,
  })
  const { id } = await tape.show(createCloseOut, lender, {
    body: { ...body(await thinLoan(stage, 112n)), note: 'No top-up has arrived since Monday.' },
  })
  const params = { close_out_id: id }
  await tape.show(getCloseOut, borrower, { params })
  await tape.show(listCloseOuts, lender, { query: { status: 'NOTICE', page_size: 1 } })
  await tape.show(withdrawCloseOut, lender, { params })

  const failing = await declare(await thinLoan(stage, 112n))
  const fail = () =>
    tape.play(scriptSandboxCustodian, operator, {
      body: { custodian: 'simulated', outcome: 'failed' },
    })
  await fail()
  await tape.show(terminateCloseOut, lender, { params: failing })
  await passMinutes(stage, settlingMinutes)
  await fail()
  await tape.show(retryCloseOut, borrower, { params: failing })
  await passMinutes(stage, settlingMinutes)
  await tape.show(receiveCloseOut, borrower, { params: failing })

  const short = await declare(await thinLoan(stage, 90n))
  await tape.play(terminateCloseOut, lender, { params: short })
  await tape.show(dischargeCloseOut, lender, { params: short })
}

/** A loan whose collateral covers so many percent, below its liquidation level. Its position. */
export async function thinLoan(stage: Stage, percent: bigint): Promise<string> {
  const { tape, lender, borrower } = stage
  const { prices } = await tape.play(listPrices, lender, {
    query: { asset: loan.collateral_asset },
  })
  const [dollars = ''] = prices[0]?.price_usd?.split('.') ?? []
  const collateral_quantity = String(
    (BigInt(loan.asset_quantity) * percent) / (100n * BigInt(dollars)),
  )
  const { id } = await tape.play(createOrder, borrower, { body: { ...loan, collateral_quantity } })
  const { position_id } = await tape.play(acceptOrder, lender, {
    params: { order_id: id },
    body: walletsOf('harbor'),
  })
  await passMinutes(stage, settlingMinutes)
  await passMinutes(stage, confirmMinutes)
  return position_id ?? ''
}
