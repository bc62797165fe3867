import { type CloseOutStatement, getApproval, type ResolvedRequest } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { ApprovalWorld, rule } from '../../harness/approval-world.ts'
import type { Deal, Key } from '../../harness/book.ts'
import { succeed } from '../../harness/call.ts'
import { stressTerms } from '../../harness/world/close-outs.ts'
import { Substitutions } from '../../harness/world/substitutions.ts'

const world = new ApprovalWorld()
const { borrower, closeOuts, lender, lenderAdmin, lenderKey } = world
const exchange = new Substitutions(world)
const newDeal = () => exchange.deal({ ...stressTerms, liquidation_confirm_seconds: 0 })
const cases = [
  ['awaits its custodian', false, newDeal()],
  ['is on its way to the borrower', true, newDeal()],
] as const

beforeAll(async () => {
  await exchange.start()
  await world.policy(lenderAdmin, [rule('terminateCloseOut')])
})
afterAll(async () => {
  expect(await world.faults()).toEqual([])
  await world.close()
})

async function prices(btc: string, eth: string): Promise<void> {
  const { revaluation } = world.service.services
  await world.setPrice('BTC', btc)
  await world.setPrice('ETH', eth)
  revaluation.pricesChanged(['BTC', 'ETH'])
  await revaluation.runPending()
}

/** The transfer of the old collateral, after 560 ETH have replaced the 25 BTC of a deal. */
async function switched(deal: Deal): Promise<string> {
  await prices('60000', '3000')
  await exchange.agreed(deal, { collateral_quantity: '560' })
  await exchange.end(deal)
  return (await exchange.transfers(deal)).at(-1)?.id ?? ''
}

async function resolved(id: string, key: Key): Promise<ResolvedRequest> {
  const asked = { key, params: { approval_id: id } }
  const found = (await succeed(world.service, getApproval, asked)).resolved
  if (found === null) throw new Error('the request was not resolved')
  return found
}

/** A preview leaves open what a termination counts, so it is always provisional. */
function figuresOf(statement: CloseOutStatement | null) {
  const { calculation: _calculation, provisional: _provisional, ...figures } = statement ?? {}
  return figures
}

const quantitiesOf = ({ kept }: CloseOutStatement) =>
  kept.map((one) => [one.asset, one.kept_quantity, one.back_quantity])

it.each(cases)(
  'shows who approves the figures of who terminates, as prices move, while the old collateral %s',
  async (_, counts, deal) => {
    const old = await switched(deal)
    if (counts) await world.report(old, 'broadcasting')
    await prices('60000', '1500')
    const { id } = await closeOuts.declare(deal)
    const approval = await world.requested(closeOuts.callOf('terminate', id))
    const seen: ResolvedRequest[] = []
    for (const [btc, eth] of [
      ['60000', '1500'],
      ['52000', '1500'],
      ['60000', '1700.5'],
    ] as const) {
      await prices(btc, eth)
      world.pass(1000)
      const { statement } = await closeOuts.preview(deal)
      const shown = await resolved(approval.id, lenderAdmin)
      expect(figuresOf(shown.close_out)).toEqual(figuresOf(statement))
      expect(shown.close_out?.provisional).toBe(counts)
      expect(await resolved(approval.id, lenderKey)).toEqual(shown)
      seen.push(shown)
    }
    const shownFigures = seen.map(({ close_out: shown }) => shown && quantitiesOf(shown))
    expect(new Set(shownFigures.map(String)).size).toBe(3)
    const [last] = seen.slice(-1)
    if (last?.close_out == null) throw new Error('no figures were shown')
    const back = last.close_out.kept[1]
    expect(last).toMatchObject({ reason: null, coverage: null })
    expect(last.movements).toMatchObject([
      {
        ...{ leg: 'collateral', when: 'at_once', token: 'BTC', quantity: back?.back_quantity },
        sender: { wallet_id: lender.wallet('BTC') },
        receiver: { organization_id: borrower.id },
      },
    ])
    await world.decide('approve', approval, lenderAdmin)
    const { answer } = await world.carriedOut(approval, lenderKey)
    expect(answer?.['statement']).toEqual(last.close_out)
  },
)
