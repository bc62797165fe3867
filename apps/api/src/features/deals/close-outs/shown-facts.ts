import { type Condition, conditionText, type Fact, type Ground } from '@vadium/margin'
import type { CauseFact, ErrorDetail } from '@vadium/schema'
import { Refusal } from '../../../platform/refusal.ts'
import type { DefaultedDeal } from './defaulted-deal.ts'
import { earliestTermination, earliestWhileSuspended } from './notice-times.ts'

type Assets = Pick<DefaultedDeal, 'asset' | 'collateralAsset'>

/** A deal may have many requests, each with its own figures. */
const shownMax = 20

type ShownCondition = CauseFact['conditions'][number] & Pick<Condition, 'value'>

/** The deal and the moment of which a cause is shown. */
interface Shown {
  readonly deal: DefaultedDeal
  /** Whether the party in default is suspended. */
  readonly isSuspended: boolean
  readonly nowMs: number
}

/** Whether a cause is there now, with what makes it so, or what keeps it from being so. */
export function causeFact(fact: Fact, { deal, isSuspended, nowMs }: Shown): CauseFact {
  const { cause, holds, ground } = fact
  const deciding = ground === null ? unmet(deal, fact) : shown(deal, fact, [ground])
  // Only causes are asked for that this party can be in default for.
  const figures = deciding.filter(({ name }) => name !== 'party_in_default')
  const earliest = isSuspended ? earliestWhileSuspended : earliestTermination
  return {
    cause,
    holds,
    since_time: ground?.since ?? null,
    earliest_terminate_time: ground === null ? null : earliest(cause, deal, nowMs),
    conditions: figures.map(({ value: _, ...condition }) => condition),
  }
}

/**
 * The refusal that names each figure of a fact that does not hold, and which order or request it is
 * about.
 */
export function causeNotPresent(deal: Assets, fact: Fact): Refusal {
  const details = unmet(deal, fact).map((condition): ErrorDetail => {
    const { name: field, resource, resource_id: id, text, value } = condition
    // Of requests a deal may have many, and only one order and position.
    const isOfRequest = resource?.endsWith('_request') === true && id !== null
    const issue = isOfRequest ? `${resource} ${id}: ${text}` : text
    return { field, issue, ...(value !== null && { value }) }
  })
  return new Refusal('CAUSE_NOT_PRESENT', details)
}

function unmet(deal: Assets, fact: Fact): ShownCondition[] {
  return shown(deal, fact, fact.grounds)
    .filter(({ met }) => met !== true)
    .slice(0, shownMax)
}

function shown(deal: Assets, fact: Fact, grounds: readonly Ground[]): ShownCondition[] {
  return [
    ...fact.conditions.map((condition) => shownCondition(deal, condition)),
    ...grounds.flatMap((ground) =>
      ground.conditions.map((own) => shownCondition(deal, own, ground)),
    ),
  ]
}

function shownCondition(deal: Assets, condition: Condition, ground?: Ground): ShownCondition {
  const { name, value, met } = condition
  const groundName = ground?.name ?? 'liquidation_alert'
  return {
    name: name === 'exists' ? groundName : name,
    resource: ground?.resource ?? null,
    resource_id: ground?.resourceId ?? null,
    text: conditionText(condition, groundName, deal),
    value,
    met,
  }
}
