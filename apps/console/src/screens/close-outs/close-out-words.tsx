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
  LIQUIDATION_LEVEL: 'coverage at the liquidation level',
}

/** A cause in words. A newer service may have causes that this page does not know. */
export const causeWords = (cause: string): string => causes[cause] ?? stateWords(cause)
