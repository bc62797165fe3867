import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import type { CommandContext } from '../context/command-runner.ts'
import type { Io, RunningPager } from '../context/io.ts'
import { printable } from './printable.ts'
import type { Progress } from './progress.ts'
import { write } from './write.ts'

/** A context whose output may go through a pager. */
export interface PagedContext extends CommandContext {
  /** Whether the reader has left the pager, and nothing more needs to be read. */
  readonly isLeft: () => boolean
}

/**
 * Runs work whose output on a terminal goes through the pager that PAGER names, or less, if it is
 * longer than the screen. Notes on stderr follow when the reader has left the pager.
 */
export async function paged<Result>(
  context: CommandContext,
  progress: Progress,
  work: (context: PagedContext) => Promise<Result>,
): Promise<Result> {
  const { io, flags } = context
  const pager = chosenPager(io.env)
  const { columns, rows, startPager } = io
  const isTerminal = columns !== undefined && rows !== undefined && startPager !== undefined
  if (!isTerminal || pager === undefined || flags.pager === false) {
    return work({ ...context, isLeft: () => false })
  }
  const start = () => {
    // From now on, the terminal belongs to the pager.
    progress.stop()
    return startPager(pager.command)
  }
  const output = new PagedOutput(io, { columns, rows }, { start, isNamed: pager.isNamed })
  try {
    return await work({
      flags,
      io: { ...io, stdout: output.stdout, stderr: output.notes },
      isLeft: () => output.isLeft,
    })
  } finally {
    await output.end()
  }
}

interface ChosenPager {
  readonly command: string
  /** Whether the environment names it. */
  readonly isNamed: boolean
}

/** Undefined if no pager is wanted. */
function chosenPager(env: Io['env']): ChosenPager | undefined {
  const named = env['VADIUM_PAGER'] ?? env['PAGER']
  const command = (named ?? 'less').trim()
  const isOff = (env['NO_PAGER'] ?? '') !== '' || env['TERM'] === 'dumb'
  if (isOff || command === '' || command === 'cat') return undefined
  return { command, isNamed: named !== undefined }
}

interface PagerStart {
  readonly start: () => Promise<RunningPager>
  /** Whether to say so if there is no such pager. */
  readonly isNamed: boolean
}

interface Screen {
  readonly columns: number
  readonly rows: number
}

/** Keeps the output until it is longer than the screen, and then starts the pager. */
class PagedOutput {
  readonly stdout: Writable
  readonly notes: Writable
  readonly #io: Io
  readonly #screen: Screen
  readonly #pagerStart: PagerStart
  readonly #notes: string[] = []
  #kept = ''
  #lines = 0
  #pager: RunningPager | undefined
  /** Whether the pager could not be started. Then the terminal itself shows everything. */
  #isMissing = false
  #isLeft = false

  constructor(io: Io, screen: Screen, pagerStart: PagerStart) {
    this.#io = io
    this.#screen = screen
    this.#pagerStart = pagerStart
    this.stdout = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        this.#show(chunk).then(() => done(), done)
      },
    })
    this.notes = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        this.#notes.push(chunk)
        done()
      },
    })
  }

  get isLeft(): boolean {
    return this.#isLeft
  }

  async end(): Promise<void> {
    await new Promise<void>((resolve) => this.stdout.end(resolve))
    if (this.#pager === undefined) await write(this.#io.stdout, this.#kept)
    else {
      this.#pager.input.end()
      await this.#pager.left
    }
    await write(this.#io.stderr, this.#notes.join(''))
  }

  async #show(text: string): Promise<void> {
    if (this.#isMissing) {
      await write(this.#io.stdout, text)
    } else if (this.#pager === undefined) {
      this.#kept += text
      this.#lines += heightOf(text, this.#screen.columns)
      // The line of the prompt that follows needs room as well.
      if (this.#lines < this.#screen.rows) return
      try {
        this.#pager = await this.#startPager()
        await this.#page(this.#pager, this.#kept)
      } catch (error) {
        await this.#showWithout(error)
      }
    } else {
      await this.#page(this.#pager, text)
    }
  }

  async #showWithout(error: unknown): Promise<void> {
    this.#isMissing = true
    const because = error instanceof Error ? error.message : String(error)
    if (this.#pagerStart.isNamed) {
      this.#notes.push(`The pager could not be started: ${printable(because)}\n`)
    }
    await write(this.#io.stdout, this.#kept)
    this.#kept = ''
  }

  async #startPager(): Promise<RunningPager> {
    const pager = await this.#pagerStart.start()
    const leave = () => {
      this.#isLeft = true
    }
    // The reader may leave before the end.
    pager.input.on('error', leave)
    void pager.left.then(leave)
    return pager
  }

  async #page(pager: RunningPager, text: string): Promise<void> {
    if (this.#isLeft || pager.input.write(text)) return
    await Promise.race([pager.left, new Promise((resolve) => pager.input.once('drain', resolve))])
  }
}

/** The lines of the screen that a text takes. */
function heightOf(text: string, columns: number): number {
  const lines = stripVTControlCharacters(text).split('\n')
  const last = lines.pop() ?? ''
  const tall = lines.map((line) => Math.max(1, Math.ceil(line.length / columns)))
  return tall.reduce((sum, height) => sum + height, Math.floor(last.length / columns))
}
