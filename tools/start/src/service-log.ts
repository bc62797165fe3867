import { closeSync, openSync, renameSync, writeSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { giveToFolderOwner, makeFolder } from './owned-files.ts'

const bytesMax = 20 * 1024 * 1024
const tailLinesMax = 20
const lineLengthMax = 64 * 1024

/** What the service prints, line by line: all of it into a file, what matters also to the terminal. */
export class ServiceLog {
  readonly path: string
  readonly #show: (line: string) => void
  #file: number | undefined
  #bytes = 0
  #partial = ''
  readonly #tail: string[] = []

  /** The log of an earlier start is kept as `service.log.1`. */
  constructor(folder: string, show: (line: string) => void) {
    makeFolder(folder, 0o755)
    this.path = join(folder, 'service.log')
    this.#show = show
    this.#file = this.#rotated()
  }

  /** The last lines, for when the service has ended and nobody knows why. */
  get tail(): readonly string[] {
    return this.#tail
  }

  write(text: string): void {
    this.#keep(text)
    const lines = (this.#partial + text).split('\n')
    this.#partial = (lines.pop() ?? '').slice(-lineLengthMax)
    for (const line of lines) this.#read(line)
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file)
    this.#file = undefined
  }

  #keep(text: string): void {
    if (this.#file === undefined) return
    try {
      if (this.#bytes > bytesMax) {
        closeSync(this.#file)
        this.#file = this.#rotated()
        this.#bytes = 0
      }
      this.#bytes += writeSync(this.#file, text)
    } catch (error) {
      // A full disk must not take the service down with it.
      this.#file = undefined
      this.#show(`The log is no longer written: ${String(error)}`)
    }
  }

  #read(line: string): void {
    // Most lines are requests, and those are not worth parsing.
    if (line === '' || line.startsWith('{"level":"info"')) return
    this.#tail.push(line)
    if (this.#tail.length > tailLinesMax) this.#tail.shift()
    const told = serious(line)
    if (told !== undefined) this.#show(told)
  }

  #rotated(): number {
    try {
      renameSync(this.path, `${this.path}.1`)
    } catch {
      // There was none.
    }
    const file = openSync(this.path, 'a', 0o644)
    giveToFolderOwner(file, dirname(this.path))
    return file
  }
}

interface LogRecord {
  readonly level?: unknown
  readonly msg?: unknown
  readonly err?: { readonly message?: unknown }
}

/** A warning, an error or worse, as a sentence. */
export function serious(line: string): string | undefined {
  let record: LogRecord
  try {
    record = JSON.parse(line) as LogRecord
  } catch {
    return line
  }
  if (!['warn', 'error', 'fatal'].includes(String(record.level))) return undefined
  const cause = record.err?.message
  return `${String(record.level)}: ${String(record.msg)}${cause === undefined ? '' : ` (${String(cause)})`}`
}
