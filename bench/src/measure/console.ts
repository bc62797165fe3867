import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Options } from '../options.ts'
import { spread, type Spread } from '../cost/statistics.ts'

/** The console in a real browser, on a sandbox of its own. */
export interface ConsoleFigures {
  /** What each view loads first: script, style and font together, gzipped. The largest first. */
  readonly sizes: readonly { readonly view: string; readonly bytes: number }[]
  /** From the begin of a navigation with an empty cache until positions are on screen. */
  readonly interactiveMs: Spread
  /** From sending a change until the window of the other side shows it. */
  readonly eventMs: Spread
}

interface Measured {
  readonly sizes: ConsoleFigures['sizes']
  readonly interactiveMs: readonly number[]
  readonly eventMs: readonly number[]
}

const program = fileURLToPath(new URL('../../apps/console/measure.mjs', import.meta.url))

/** The program is part of the console, which has the browser. */
export async function measureConsole({ rounds }: Options): Promise<ConsoleFigures> {
  const { stdout } = await promisify(execFile)(process.execPath, [program, String(rounds)])
  const measured = JSON.parse(stdout) as Measured
  return {
    sizes: measured.sizes,
    interactiveMs: spread([...measured.interactiveMs]),
    eventMs: spread([...measured.eventMs]),
  }
}
