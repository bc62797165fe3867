import { chmodSync, closeSync, copyFileSync, existsSync, fstatSync, openSync } from 'node:fs'
import { readSync, renameSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { giveToFolderOwner, makeFolder } from '@vadium/local-postgres'

const bytesMax = 20 * 1024 * 1024
const chunkBytes = 256 * 1024
const readEveryMs = 200
const linesKeptMax = 30

/** The ends of the log lines that say how far a start is. */
const milestones = ['"msg":"migrated"}', '"msg":"loading the scenario"}']

/**
 * The log file of the service. The service writes to the file itself, because it would block on a
 * pipe while this process is suspended. This process reads the file and shows its warnings and
 * errors.
 */
export class ServiceLog {
  readonly path: string
  /** The open file, for the service to write to. */
  readonly file: number
  readonly #tell: (sentence: string) => void
  readonly #reader: number
  readonly #timer: NodeJS.Timeout
  readonly #chunk = Buffer.allocUnsafe(chunkBytes)
  readonly #words: string[] = []
  readonly #fatal: string[] = []
  #offset = 0
  #milestone: string | undefined

  /**
   * Each port has its own log, because two starts can share the folder. The log of the previous
   * start is kept with `.1` at the end of its name.
   *
   * @param tell receives each warning and error as one line.
   */
  constructor(folder: string, port: number, tell: (sentence: string) => void) {
    makeFolder(folder, 0o700)
    // An existing folder may have another mode.
    chmodSync(folder, 0o700)
    this.path = join(folder, `service-${port}.log`)
    this.#tell = tell
    if (existsSync(this.path)) renameSync(this.path, `${this.path}.1`)
    this.file = openSync(this.path, 'ax', 0o600)
    giveToFolderOwner(this.file, folder)
    this.#reader = openSync(this.path, 'r')
    this.#timer = setInterval(() => {
      this.readOn()
    }, readEveryMs)
    this.#timer.unref()
  }

  /** The last lines outside the log, or the fatal log lines. Empty if there are none. */
  get lastWords(): string {
    return (this.#words.length > 0 ? this.#words : this.#fatal).join('\n')
  }

  /** How far the start of the service is, as far as its log says it. */
  get progress(): string | undefined {
    const { version, percent } = readRecord(this.#milestone ?? '') ?? {}
    if (percent !== undefined) return `Loading the book: ${percent} %`
    return version === undefined ? undefined : `Preparing the database: version ${version} is made`
  }

  /** Reads the rest of the log and closes it. */
  close(): void {
    clearInterval(this.#timer)
    this.readOn()
    closeSync(this.#reader)
    closeSync(this.file)
  }

  /** Reads new lines. A timer also calls it several times a second. */
  readOn(): void {
    for (;;) {
      const length = readSync(this.#reader, this.#chunk, 0, chunkBytes, this.#offset)
      const end = this.#chunk.subarray(0, length).lastIndexOf('\n')
      // The rest of a line is read again when it is complete. A line of a whole chunk is skipped.
      if (end === -1 && length < chunkBytes) break
      const lines = this.#chunk.toString('utf8', 0, Math.max(end, 0)).split('\n')
      for (const line of lines) this.#takeLine(line)
      this.#offset += end === -1 ? length : end + 1
    }
    if (fstatSync(this.#reader).size > bytesMax) this.#rotate()
  }

  #takeLine(line: string): void {
    // Nearly all lines are about requests. Parsing them would cost time for nothing.
    if (line === '' || line.startsWith('{"level":"info"')) {
      if (milestones.some((end) => line.endsWith(end))) this.#milestone = line
      return
    }
    const record = readRecord(line)
    if (record === undefined) keepLast(this.#words, line)
    else if (record.level === 'fatal') keepLast(this.#fatal, sentence(record))
    else if (record.level === 'warn' || record.level === 'error') this.#tell(sentence(record))
  }

  /** Empties the file. The service has it open for appending, so it continues at its start. */
  #rotate(): void {
    try {
      copyFileSync(this.path, `${this.path}.1`)
    } catch (error) {
      this.#tell(`The old log could not be copied: ${String(error)}`)
    }
    truncateSync(this.path)
    this.#offset = 0
  }
}

function keepLast(lines: string[], line: string): void {
  lines.push(line)
  if (lines.length > linesKeptMax) lines.shift()
}

interface LogRecord {
  readonly level?: string
  /** Of a migration. */
  readonly version?: number
  /** Of the history of a book. */
  readonly percent?: number
  readonly msg?: string
  readonly err?: { readonly message?: string }
}

/** Undefined for lines outside the log, which the service or Node wrote to standard error. */
function readRecord(line: string): LogRecord | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as LogRecord
  } catch {
    return undefined
  }
}

function sentence({ level, msg, err }: LogRecord): string {
  const cause = err?.message
  return `${level}: ${msg}${cause === undefined ? '' : ` (${cause})`}`
}
