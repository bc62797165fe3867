import { once } from 'node:events'
import type { Io, RunningPager } from './io.ts'

/**
 * Starts a pager at the terminal of this process.
 *
 * @throws the error of the system if there is no such program.
 */
export async function pagerAtTerminal(command: string, env: Io['env']): Promise<RunningPager> {
  // Loaded only if it is needed.
  const { spawn } = await import('node:child_process')
  // Plain words, as in PAGER='less -S', need no shell, and only without one is a missing program
  // an error.
  const isPlain = /^[\w\s./:+-]+$/.test(command)
  const [program = '', ...words] = isPlain ? command.split(/\s+/) : [command]
  const child = spawn(program, words, {
    shell: !isPlain,
    stdio: ['pipe', 'inherit', 'inherit'],
    // As git does: less leaves short texts on the screen, and shows colours.
    env: { LESS: 'FRX', LV: '-c', ...env },
  })
  await once(child, 'spawn')
  const left = new Promise<void>((resolve) => {
    child.once('close', () => resolve())
  })
  return { input: child.stdin, left }
}
