import { closeSync, openSync } from 'node:fs'
import { ReadStream, WriteStream } from 'node:tty'
import type { Terminal } from './io.ts'

/**
 * Opens the terminal that controls this process, also if its streams are pipes. Undefined if there
 * is none, as in a job of cron.
 */
export function controllingTerminal(): Terminal | undefined {
  // Windows has no such file.
  if (process.platform === 'win32') {
    const { stdin, stderr } = process
    return stdin.isTTY && stderr.isTTY ? { input: stdin, output: stderr } : undefined
  }
  const opened: number[] = []
  try {
    opened.push(openSync('/dev/tty', 'r'))
    opened.push(openSync('/dev/tty', 'w'))
    const [input = -1, output = -1] = opened
    return { input: new ReadStream(input), output: new WriteStream(output) }
  } catch {
    for (const file of opened) closeSync(file)
    return undefined
  }
}
