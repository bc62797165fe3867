import { PassThrough, Readable, Writable } from 'node:stream'
import { generateKeyPair } from '@vadium/client'
import { type Effects, effectsOf } from '../src/context/effects.ts'
import type { Io } from '../src/index.ts'
import { runWith } from '../src/run.ts'

/** The output and the exit code of a run of the command. */
export interface Ran {
  readonly exitCode: number
  readonly stdout: string
  readonly stderr: string
}

export type Surroundings = Partial<Omit<Io, 'stdout' | 'stderr' | 'stdin' | 'openTerminal'>> & {
  readonly stdin?: string | Io['stdin']
  /** The terminal that controls the command. Default: none. */
  readonly terminal?: ControllingTerminal
  /** What is done otherwise than this machine does it. */
  readonly effects?: Partial<Effects>
  readonly stderrIsTerminal?: boolean
}

/**
 * Runs a program in this process, and captures its output. A wait before a retry takes no time
 * unless the test gives another.
 */
export const inTerminal =
  (run: typeof runWith) =>
  async (
    argv: readonly string[],
    {
      stdin = '',
      env = {},
      stderrIsTerminal = false,
      terminal,
      effects = {},
      ...rest
    }: Surroundings = {},
  ): Promise<Ran> => {
    const [stdout, stderr] = [collector(), collector()]
    const io = effectsOf({
      stdout: stdout.stream,
      stderr: Object.assign(stderr.stream, { isTTY: stderrIsTerminal }),
      stdin: typeof stdin === 'string' ? Readable.from([Buffer.from(stdin)]) : stdin,
      env,
      openTerminal: terminal?.open,
      wait: () => Promise.resolve(),
      ...rest,
    })
    const exitCode = await run(argv, { ...io, ...effects })
    return { exitCode, stdout: stdout.text(), stderr: stderr.text() }
  }

/** Runs the command `vadium`. */
export const vadium = inTerminal(runWith)

function collector(): { stream: Writable; text: () => string } {
  const chunks: string[] = []
  const stream = new Writable({
    decodeStrings: false,
    write: (chunk: string, _encoding, done) => {
      chunks.push(chunk)
      done()
    },
  })
  return { stream, text: () => chunks.join('') }
}

export interface ControllingTerminal {
  open: NonNullable<Io['openTerminal']>
  /** What was shown at it. */
  text(): string
}

/** A terminal that controls the command, and at which a person gives one answer. */
export function answering(answer: string): ControllingTerminal {
  const shown: string[] = []
  return {
    open: () => {
      const { stream, text } = collector()
      stream.on('finish', () => shown.push(text()))
      return { input: Readable.from([Buffer.from(answer)]), output: stream }
    },
    text: () => shown.join(''),
  }
}

/** A standard input at which a person types. */
export function typing(text: string): Io['stdin'] {
  return Object.assign(new PassThrough(), { isTTY: true }).end(text)
}

/** Waits before retries that take no time, in milliseconds, in order. */
export function recordedWaits() {
  const waits: number[] = []
  const wait: NonNullable<Io['wait']> = (ms) => {
    waits.push(ms)
    return Promise.resolve()
  }
  return { waits, wait }
}

/** The back-off of which each wait is a random part of more than half: 200, 400 … milliseconds. */
export const backOffsOf = (waits: readonly number[]): number[] =>
  waits.map((ms) => 200 * 2 ** Math.ceil(Math.log2(ms / 200)))

export const keys = generateKeyPair()

/** The environment of a program with a key, and without a file of profiles. */
export function keyFor(url: string): Io['env'] {
  return {
    VADIUM_URL: url,
    VADIUM_PRIVATE_KEY: keys.privateKey,
    VADIUM_PROFILES: '/nonexistent/profiles.json',
  }
}
