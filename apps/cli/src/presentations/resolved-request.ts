import {
  allTerms,
  previewRequest,
  type ResolvedParty,
  type ResolvedRequest,
  termWords,
  writtenTerm,
} from '@vadium/schema'
import { pairs, section } from '../terminal/sections.ts'
import { grouped } from './grouped.ts'
import { documentPresentation } from './presentation.ts'
import type { Times } from './time.ts'

type Movement = ResolvedRequest['movements'][number]

/** A newer service may have others. */
const whens: Readonly<Record<string, string>> = {
  at_once: 'at once',
  when_accepted: 'when the counterparty accepts',
  afterwards: 'afterwards',
}

/** What a request means: who sends what to whom, and what is different by it. */
export function resolvedLines(resolved: ResolvedRequest, times: Times): string[] {
  return section(`What it means, as of ${times.inText(resolved.as_of)}`, [
    ...pairs([
      ['counterparty', resolved.counterparty_name ?? resolved.counterparty_id],
      ...(resolved.order_id_pretty === null
        ? []
        : [['order', `${resolved.order_id_pretty}`] as const]),
      ...(resolved.calls?.flatMap(callRows) ?? resolved.movements.flatMap(movementRows)),
      ...(resolved.movements.length === 0 ? [['moves', 'nothing'] as const] : []),
      ...resolved.wallet_changes.map(
        ({ token, before, after }) =>
          [`wallet of ${token}`, `${walletText(before)}, then ${walletText(after)}`] as const,
      ),
      ...closeOutRows(resolved.close_out),
      ...changedFigures(resolved, times),
      ...(resolved.reason === null ? [] : [['not now', resolved.reason] as const]),
    ]),
  ])
}

/** A request of a call set, on one line, and why it would be refused. */
function callRows({
  order_id_pretty: number,
  token,
  quantity,
  notional_usd: usd,
  before_percent: before,
  after_percent: after,
  reason,
}: NonNullable<ResolvedRequest['calls']>[number]) {
  const amount = `${grouped(quantity)} ${token} (${grouped(usd)} USD)`
  return [
    [`order ${number}`, `${amount}, coverage ${change(before, after)}`] as const,
    ...(reason === null ? [] : [['  not now', reason] as const]),
  ]
}

function movementRows({ leg, when, token, quantity, notional_usd, sender, receiver }: Movement) {
  const amount = quantity === null ? 'not known yet' : grouped(quantity)
  const worth = notional_usd === null ? '' : ` (${grouped(notional_usd)} USD)`
  return [
    [leg, `${amount} ${token}${worth}, ${whens[when] ?? when}`],
    ['  from', partyText(sender)],
    ['  to', partyText(receiver)],
  ] as const
}

/** What a termination would keep and leave, at the prices of now. */
function closeOutRows(statement: ResolvedRequest['close_out']): (readonly [string, string])[] {
  if (statement === null) return []
  const { asset, claim_usd, kept, back_interest, residual_claim_usd, in_default } = statement
  return [
    ['claim', `${grouped(claim_usd)} USD`],
    ...kept.flatMap((one): (readonly [string, string])[] => [
      ['kept', `${grouped(one.kept_quantity)} ${one.asset}`],
      ['goes back', `${grouped(one.back_quantity)} ${one.asset}`],
    ]),
    ...(in_default === 'lender'
      ? [['  as interest', `${grouped(back_interest)} ${asset}`] as const]
      : []),
    ['left of the claim', `${grouped(residual_claim_usd)} USD`],
  ]
}

function changedFigures(
  { rate, maturity, terms, coverage, asked_prices }: ResolvedRequest,
  { inText }: Times,
) {
  const rows: (readonly [string, string])[] = []
  if (rate !== null) {
    const from = rate.effective_time === null ? '' : ` from ${inText(rate.effective_time)}`
    rows.push(['rate', `${change(rate.before_percent, rate.after_percent)}${from}`])
  }
  if (maturity !== null) {
    const { before_time: before, after_time: after } = maturity
    const then = inText(after)
    rows.push(['maturity', before === null ? then : `${inText(before)}, then ${then}`])
  }
  if (terms !== null) {
    const { before, before_version: old, after, after_version: version } = terms
    rows.push(['version of the terms', `${old}, then ${version}`])
    for (const term of allTerms) {
      const [from, to] = [writtenTerm(term, before[term]), writtenTerm(term, after[term])]
      if (from === to) continue
      rows.push([`  ${termWords[term].name.toLowerCase()}`, `${from}, then ${to}`])
    }
  }
  if (coverage !== null) {
    rows.push(['coverage', change(coverage.before_percent, coverage.after_percent)])
    const { asset_price_usd: asset, collateral_price_usd: collateral } = coverage
    rows.push(['prices now', `${grouped(asset)} and ${grouped(collateral)} USD`])
  }
  if (asked_prices !== null) {
    const { asset_price_usd: asset, collateral_price_usd: collateral } = asked_prices
    rows.push(['prices when asked', `${grouped(asset)} and ${grouped(collateral)} USD`])
  }
  return rows
}

function change(before: string | null, after: string | null): string {
  const then = after === null ? 'none' : `${after} %`
  return before === null ? then : `${before} %, then ${then}`
}

function partyText(party: ResolvedParty): string {
  return `${party.organization_name ?? party.organization_id}, ${walletText(party)}`
}

function walletText({
  wallet_id,
  wallet_name,
  custodian,
}: Pick<ResolvedParty, 'wallet_id' | 'wallet_name' | 'custodian'>): string {
  if (wallet_id === null) return 'wallet not named yet'
  return custodian === null ? wallet_id : `${wallet_name ?? wallet_id} at ${custodian}`
}

/** What a request would do, before it is sent. */
export const requestPreview = documentPresentation(previewRequest, {
  document: (resolved, { times }) => ({
    lines: resolvedLines(resolved, times).slice(1),
    exitCode: 0 as const,
  }),
  examples: ['vadium requests preview acceptMarkToMarketRequest --id <request>'],
})
