import { styleText } from 'node:util'
import type { Io } from '../context/io.ts'

// What a state means to the reader. A state that is not named here needs nobody, and has no colour.
const tones = {
  /** Somebody must act, or look. */
  red: ['FAILED', 'REJECTED', 'DISPUTED', 'refused', 'LIQUIDATION'],
  /** Something is under way. */
  yellow: [
    'PENDING',
    'PENDING_ACCEPTANCE',
    'PROPOSED',
    'IN_PROGRESS',
    'OPENING',
    'CLOSING',
    'SUBMITTED',
  ],
  /** As it should be. */
  green: ['ACTIVE', 'ACCEPTED', 'APPROVED', 'COMPLETED', 'SETTLED', 'active'],
  /** Over, without an effect. */
  gray: ['CANCELLED', 'EXPIRED', 'WITHDRAWN', 'CLOSED', 'ABANDONED', 'SUPERSEDED'],
} as const

const toneOf = new Map<string, keyof typeof tones>(
  (['red', 'yellow', 'green', 'gray'] as const).flatMap((tone) =>
    tones[tone].map((state) => [state, tone] as const),
  ),
)

/** The state in its colour. Without colours, the word itself says the same. */
export function toned(state: string): string {
  const tone = toneOf.get(state)
  // Whether there are colours is decided below, not by the standard output of this process.
  return tone === undefined ? state : styleText(tone, state, { validateStream: false })
}

/** Whether the output has colours: on a terminal, unless NO_COLOR is set (no-color.org). */
export function hasColours({ columns, env }: Io): boolean {
  return columns !== undefined && (env['NO_COLOR'] ?? '') === '' && env['TERM'] !== 'dumb'
}
