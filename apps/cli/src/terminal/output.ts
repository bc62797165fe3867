import type { CommandContext } from '../context/command-runner.ts'
import { write } from './write.ts'

/** Prints a result: one line of JSON with --json, otherwise lines for people. */
export async function printResult(
  { io, flags }: CommandContext,
  result: unknown,
  lines: readonly string[],
): Promise<void> {
  const text = flags.json === true ? JSON.stringify(result) : lines.join('\n')
  await write(io.stdout, `${text}\n`)
}
