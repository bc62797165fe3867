import { Writable } from 'node:stream'
import type { Effects } from '../context/effects.ts'

/** What a command prints. */
export interface Captured {
  readonly output: string
  readonly notes: string
}

/** Acts without printing, and returns what would be printed. */
export async function captured(
  io: Effects,
  act: (io: Effects) => Promise<unknown>,
): Promise<Captured> {
  const [stdout, stderr] = [collector(), collector()]
  await act({ ...io, stdout: stdout.stream, stderr: stderr.stream })
  return { output: stdout.text(), notes: stderr.text() }
}

function collector(): { readonly stream: Writable; readonly text: () => string } {
  const texts: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (text: string, _encoding, done) => {
      texts.push(text)
      done()
    },
  })
  return { stream, text: () => texts.join('') }
}

/** As many lines as there is room for, with a line for notes and one for the prompt. */
export function screenful(output: string, { rows = Infinity }: Effects): string {
  const lines = output.split('\n').slice(0, -1)
  const room = Math.max(1, rows - 3)
  if (lines.length <= room) return output
  return `${lines.slice(0, room).join('\n')}\n… ${lines.length - room} more lines\n`
}
