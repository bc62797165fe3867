import { dirname } from 'node:path'
import { generateKeyPair, publicKeyOf } from '@vadium/client'
import { shellWord } from '@vadium/schema'
import { ExposedFile, type Files, LargeFile } from '../context/files.ts'
import { CommandError } from '../errors/command-error.ts'
import { systemCode } from '../errors/system-error.ts'
import { writeSecretFile } from '../files/secret-file.ts'

const keyLengthMax = 128

/**
 * The private key in a file that only its owner can read. Undefined without a file.
 *
 * @throws CommandError that does not quote the content.
 */
export async function knownKey(path: string, files: Files): Promise<string | undefined> {
  try {
    const key = (await files.readPrivate(path, keyLengthMax)).trim()
    publicKeyOf(key)
    return key
  } catch (error) {
    if (error instanceof ExposedFile) {
      throw unusable(path, `other users can read it. Run: chmod 600 ${shellWord(path)}`)
    }
    if (error instanceof LargeFile || error instanceof TypeError) {
      throw unusable(path, 'is not a private key')
    }
    const code = systemCode(error)
    if (code === undefined) throw error
    if (code === 'ENOENT') return undefined
    throw unusable(path, `cannot be read (${code})`)
  }
}

/** Makes a key in a new file. Its folder is made, too. */
export async function newKey(path: string, files: Files): Promise<string> {
  const { privateKey } = generateKeyPair()
  await files.makeFolder(dirname(path))
  await writeSecretFile(path, `${privateKey}\n`, files)
  return privateKey
}

function unusable(path: string, issue: string): CommandError {
  return new CommandError('Nothing was sent: a key file is not usable.', [{ field: path, issue }])
}
