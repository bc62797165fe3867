/**
 * Whether this is `pnpm test:long`: every variant instead of a part of them, and new random seeds.
 */
export const isLongRun = process.env['LONG_TESTS'] === '1'

/**
 * The seed in an environment variable, otherwise a new one in a long run and a fixed one in others.
 */
export function seedFrom(variable: string, fixed: number): number {
  const given = process.env[variable]
  if (given !== undefined) return Number(given)
  return isLongRun ? Date.now() & 0x7fffffff : fixed
}

/**
 * Every case in a long run, otherwise the first ones: those that fail for most faults come first.
 */
export function firstOf<Case>(cases: readonly Case[], count = 1): readonly Case[] {
  return isLongRun ? cases : cases.slice(0, count)
}
