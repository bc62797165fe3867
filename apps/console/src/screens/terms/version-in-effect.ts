import type { Agreement } from '@vadium/client'

/** The version that applies at a time: of those in effect, the newest. */
export function versionInEffect({ versions }: Agreement, nowMs: number) {
  return versions.findLast(
    ({ in_effect_time }) => in_effect_time !== null && Date.parse(in_effect_time) <= nowMs,
  )
}
