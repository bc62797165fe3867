import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { systemCode } from '../errors/system-error.ts'

/** Files. What the system refuses is thrown as the error of the system. */
export interface Files {
  read(path: string): Readable
  /** @throws ExposedFile if other users may read or write it, LargeFile, or a system error. */
  readPrivate(path: string, bytesMax: number): Promise<string>
  /** Makes a folder that only its owner can read, and those above it that are missing. */
  makeFolder(path: string): Promise<void>
  /** Writes a new file that only its owner can read. An existing file is not changed. */
  create(path: string, text: string): Promise<void>
  /** @throws NotAFile if the path is that of a device or a folder. */
  replace(path: string): Promise<Replacement>
}

/**
 * A file that only its owner can read, written beside the one of its name, which it replaces when
 * it is complete. Until then, the existing file is not changed. A link leads to the same file after
 * it.
 */
export interface Replacement {
  write(content: Uint8Array): Promise<void>
  complete(): Promise<void>
  /** Leaves no trace of it. */
  discard(): Promise<void>
}

/** Other users may read or write a file of secrets. */
export class ExposedFile extends Error {
  override readonly name = 'ExposedFile'
  readonly mode: number

  constructor(mode: number) {
    super('the file is accessible to other users')
    this.mode = mode
  }
}

/** A file is larger than what is read of it. */
export class LargeFile extends Error {
  override readonly name = 'LargeFile'
}

/** A device or a folder must not be replaced. */
export class NotAFile extends Error {
  override readonly name = 'NotAFile'
  readonly code = 'EISDIR'
}

const ownerOnly = 0o600
const others = 0o077

export const machineFiles: Files = {
  read: (path) => createReadStream(path),
  readPrivate: async (path, bytesMax) => {
    const file = await open(path, 'r')
    try {
      // Checks the open file, so that it is the same file that is read.
      const { mode, size } = await file.stat()
      if ((mode & others) !== 0 && process.platform !== 'win32') throw new ExposedFile(mode)
      if (size > bytesMax) throw new LargeFile()
      return await file.readFile('utf8')
    } finally {
      await file.close()
    }
  },
  makeFolder: async (path) => {
    await mkdir(path, { recursive: true, mode: 0o700 })
  },
  create: async (path, text) => {
    const file = await open(path, 'wx', ownerOnly)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
  },
  replace: async (path) => {
    const target = await targetOf(path)
    const part = join(dirname(target), `.${basename(target)}.${randomUUID()}.part`)
    const file = await open(part, 'wx', ownerOnly)
    return {
      write: (content) => file.writeFile(content),
      complete: async () => {
        await file.sync()
        await file.close()
        await rename(part, target)
      },
      discard: async () => {
        await file.close()
        await rm(part, { force: true })
      },
    }
  },
}

/** The file that a name refers to, through links. */
async function targetOf(path: string): Promise<string> {
  try {
    const existing = await stat(path)
    if (!existing.isFile()) throw new NotAFile()
    return await realpath(path)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return path
    throw error
  }
}
