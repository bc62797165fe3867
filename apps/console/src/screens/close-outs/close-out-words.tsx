import type { CloseOut } from '@vadium/client'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { stateWords } from '../../figures/state-words.ts'

const tones: Readonly<Record<string, Tone>> = {
  NOTICE: 'call',
  CLOSING_OUT: 'transit',
  CLAIM_OPEN: 'liquidation',
  SETTLED: 'covered',
}

export function CloseOutStatus({ closeOut }: { readonly closeOut: CloseOut }) {
  return <Badge tone={tones[closeOut.status] ?? 'plain'}>{stateWords(closeOut.status)}</Badge>
}

const causes: Readonly<Record<string, string>> = {
  UNMET_CALL: 'an unmet call',
  LIQUIDATION_LEVEL: 'coverage at the liquidation level',
  MISSED_RETURN: 'a missed return',
  MISSED_INTEREST: 'missed interest',
}

/** A cause in words. A newer service may have causes that this page does not know. */
export const causeWords = (cause: string): string => causes[cause] ?? stateWords(cause)

const cures: Readonly<Record<string, string>> = {
  UNMET_CALL: 'that leaves nothing due cures the default.',
  LIQUIDATION_LEVEL: 'that lifts the coverage above the level cures the default.',
}

/** What cures a default. */
export const cureWords = (cause: string, defaulting = 'the other side'): string =>
  cures[cause] === undefined
    ? `It cures the default that what is late arrives from ${defaulting}.`
    : `Collateral from ${defaulting} ${cures[cause]}`
