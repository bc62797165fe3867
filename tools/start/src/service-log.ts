import { chmodSync, closeSync, copyFileSync, fstatSync, openSync, readSync } from 'node:fs'
import { renameSync, truncateSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { StringDecoder } from 'node:string_decoder'
import { giveToFolderOwner, makeFolder } from './owned-files.ts'

const bytesMax = 20 * 1024 * 1024
const chunkBytes = 256 * 1024
const readEveryMs = 200
const linesKeptMax = 30
const lineLengthMax = 64 * 1024

/**
 * The log file of the service. The service writes to the file itself, because a pipe would block it
 * after this process is killed. This process reads the file and shows its warnings and errors.
 */
export class ServiceLog {
  readonly path: string
  /** The open file, for the service to write to. */
  readonly file: number
  readonly #tell: (sentence: string) => void
  readonly #reader: number
  readonly #timer: NodeJS.Timeout
  readonly #decoder = new StringDecoder('utf8')
  readonly #words: string[] = []
  readonly #fatal: string[] = []
  #offset = 0
  #partial = ''

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
    keepEarlier(this.path)
    this.file = openSync(this.path, 'a', 0o600)
    giveToFolderOwner(this.file, dirname(this.path))
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

  /** Reads the rest of the log and closes it. */
  close(): void {
    clearInterval(this.#timer)
    this.readOn()
    closeSync(this.#reader)
    closeSync(this.file)
  }

  /** Reads new lines. A timer also calls it several times a second. */
  readOn(): void {
    const chunk = Buffer.allocUnsafe(chunkBytes)
    for (;;) {
      const length = readSync(this.#reader, chunk, 0, chunkBytes, this.#offset)
      if (length === 0) break
      this.#offset += length
      this.#take(this.#decoder.write(chunk.subarray(0, length)))
    }
    if (fstatSync(this.#reader).size > bytesMax) this.#rotate()
  }

  #take(text: string): void {
    const lines = (this.#partial + text).split('\n')
    this.#partial = (lines.pop() ?? '').slice(-lineLengthMax)
    for (const line of lines) this.#takeLine(line)
  }

  #takeLine(line: string): void {
    // Nearly all lines are about requests. Parsing them would cost time for nothing.
    if (line === '' || line.startsWith('{"level":"info"')) return
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

function keepEarlier(path: string): void {
  try {
    renameSync(path, `${path}.1`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}

function keepLast(lines: string[], line: string): void {
  lines.push(line)
  if (lines.length > linesKeptMax) lines.shift()
}

interface LogRecord {
  readonly level?: string
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
