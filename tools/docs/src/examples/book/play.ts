import type { Caller } from '../caller.ts'
import { askTwoPeople } from './approvals.ts'
import { closeOut, thinLoan } from './close-outs.ts'
import { confirmOrder } from './documents.ts'
import { answerCalls, callMargin, callTogether } from './margin-calls.ts'
import { onboard } from './onboarding.ts'
import { returnAsset } from './order-requests.ts'
import { endOrders, openLoan, readPosition } from './orders.ts'
import { quotePrices } from './prices.ts'
import { follow, lookAround, report } from './reading.ts'
import { passMinutes, type Stage } from './stage.ts'
import { receiveMail } from './mail.ts'
import { receiveWebhooks } from './webhooks.ts'

/** Plays the book of the examples: each operation once, most of them on one loan. */
export async function playExamples(stage: Stage): Promise<void> {
  const colleague: Caller = await onboard(stage)
  await quotePrices(stage)
  const order = await openLoan(stage)
  const position = order.position_id ?? ''
  await readPosition(stage, position)
  await callMargin(stage, order)
  await returnAsset(stage, position)
  await lookAround(stage, order)
  await follow(stage, order)
  await answerCalls(stage, position)
  await report(stage, order, await passMinutes(stage, 60))
  await endOrders(stage)
  await closeOut(stage)
  await callTogether(stage, await thinLoan(stage, 125n))
  await confirmOrder(stage)
  await askTwoPeople(stage, colleague)
  await receiveMail(stage)
  await receiveWebhooks(stage)
}
