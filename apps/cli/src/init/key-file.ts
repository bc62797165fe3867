import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { generateKeyPair, publicKeyOf } from '@vadium/client'
import { shellWord } from '@vadium/schema'
import { CommandError } from '../command-error.ts'
import { writeSecretFile } from '../secret-file.ts'
import { systemCode } from '../system-error.ts'

const othersMode = 0o077
const keyLengthMax = 128

/**
 * The private key in a file that only its owner can read. Undefined without a file.
 *
 * @throws CommandError that does not quote the content.
 */
export async function knownKey(path: string): Promise<string | undefined> {
  try {
    const file = await open(path, 'r')
    try {
      const { mode, size } = await file.stat()
      if ((mode & othersMode) !== 0 && process.platform !== 'win32') {
        throw unusable(path, `other users can read it. Run: chmod 600 ${shellWord(path)}`)
      }
      if (size > keyLengthMax) throw unusable(path, 'is not a private key')
      const key = (await file.readFile('utf8')).trim()
      publicKeyOf(key)
      return key
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof TypeError) throw unusable(path, 'is not a private key')
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${code})`)
  }
}

/** Makes a key in a new file. Its folder is made, too. */
export async function newKey(path: string): Promise<string> {
  const { privateKey } = generateKeyPair()
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await writeSecretFile(path, `${privateKey}\n`)
  return privateKey
}

function unusable(path: string, issue: string): CommandError {
  return new CommandError('Nothing was sent: a key file is not usable.', [{ field: path, issue }])
}
