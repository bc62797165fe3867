import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { run } from '@vadium/cli'
import type { Key } from './book.ts'
import type { RunningService } from './service.ts'

interface CommandResult {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** A profile: whose key signs, and which service is called. */
export interface CommandProfile {
  readonly service: RunningService
  readonly key: Pick<Key, 'privateKey'>
}

/** The command line with a file of profiles, run in the process of the test. */
export class CommandLine {
  readonly #folder: string
  readonly #now: () => number
  readonly #columns: number | undefined

  private constructor(folder: string, now: () => number, columns: number | undefined) {
    this.#folder = folder
    this.#now = now
    this.#columns = columns
  }

  /** The first profile is the default. Commands take the time from its service. */
  static async open(
    profiles: Readonly<Record<string, CommandProfile>>,
    columns?: number,
  ): Promise<CommandLine> {
    const [[first, { service }] = ['', { service: undefined }]] = Object.entries(profiles)
    if (service === undefined) throw new Error('a command line needs a profile')
    const folder = await mkdtemp(join(tmpdir(), 'vadium-profiles-'))
    const written = Object.entries(profiles).map(([name, profile]) => {
      const { service, key } = profile
      return [name, { url: service.url, privateKey: key.privateKey }] as const
    })
    await writeFile(
      join(folder, 'profiles.json'),
      JSON.stringify({ default: first, profiles: Object.fromEntries(written) }),
      { mode: 0o600 },
    )
    return new CommandLine(folder, () => service.clock.now(), columns)
  }

  run(...argv: string[]): Promise<CommandResult> {
    return this.runProgram(run, argv)
  }

  /** Runs another program than `vadium`. */
  async runProgram(program: typeof run, argv: readonly string[]): Promise<CommandResult> {
    const output = { stdout: '', stderr: '' }
    const into = (name: keyof typeof output) =>
      new Writable({
        decodeStrings: false,
        write: (chunk: string, _encoding, done) => {
          output[name] += chunk
          done()
        },
      })
    const code = await program(argv, {
      ...this.#surroundings(),
      stdout: into('stdout'),
      stderr: into('stderr'),
      stdin: Readable.from([]),
    })
    return { code, ...output }
  }

  /** Runs a command until its input ends. Returns its errors. */
  async serve(argv: readonly string[], stdin: Readable, stdout: Writable): Promise<string> {
    let errors = ''
    const stderr = new Writable({
      decodeStrings: false,
      write: (chunk: string, _encoding, done) => {
        errors += chunk
        done()
      },
    })
    await run(argv, { ...this.#surroundings(), stdin, stdout, stderr })
    return errors
  }

  #surroundings() {
    return {
      env: { VADIUM_PROFILES: join(this.#folder, 'profiles.json') },
      now: this.#now,
      ...(this.#columns !== undefined && { columns: this.#columns }),
    }
  }

  async remove(): Promise<void> {
    await rm(this.#folder, { recursive: true })
  }
}
