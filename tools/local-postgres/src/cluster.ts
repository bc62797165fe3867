import { randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { majorVersion, program } from './binaries.ts'
import { cannotRun, LocalPostgresError } from './local-postgres-error.ts'
import type { Lodging } from './lodging.ts'
import { giveFolder, giveToFolderOwner, isRoot, ownerOf } from './ownership.ts'
import type { Place } from './place.ts'
import { runAs } from './run-program.ts'
import { asSelf } from './strategy.ts'

export const superuser = 'postgres'

export function passwordOf({ passwordFile, dataFolder }: Place): string {
  try {
    return readFileSync(passwordFile, 'utf8').trim()
  } catch (error) {
    const { message } = error as Error
    throw new LocalPostgresError(
      `The password of the server for ${dataFolder} cannot be read: ${message}`,
    )
  }
}

/**
 * Creates the database cluster at the first start. Checks the version and owner of an existing one.
 */
export async function prepareCluster(lodging: Lodging, durable: boolean): Promise<void> {
  const { dataFolder } = lodging.place
  if (!existsSync(dataFolder)) await initialise(lodging, durable)
  checkVersion(lodging)
  giveFolder(dataFolder, lodging.strategy.owner)
  // PostgreSQL refuses a folder that others can read, and a copied project may have such a mode.
  chmodSync(dataFolder, 0o700)
}

/**
 * The name of the data folder until initdb has ended, so that an incomplete one is never served.
 */
const partialName = 'data.partial-'

async function initialise({ strategy, binaries, place }: Lodging, durable: boolean): Promise<void> {
  for (const name of readdirSync(place.home)) {
    if (!name.startsWith(partialName)) continue
    rmSync(join(place.home, name), { recursive: true, force: true, maxRetries: 3 })
  }
  const partial = join(place.home, `${partialName}${randomBytes(6).toString('hex')}`)
  const data = join(partial, 'data')
  const passwordCopy = join(partial, 'password')
  const password = randomBytes(24).toString('base64url')
  writePrivately(place.passwordFile, password)
  giveToFolderOwner(place.passwordFile)

  mkdirSync(data, { recursive: true, mode: 0o700 })
  // initdb may run as a user who cannot read the original password file.
  writePrivately(passwordCopy, password)
  const { uid, gid } = strategy.owner
  if (isRoot) for (const path of [passwordCopy, data, partial]) chownSync(path, uid, gid)

  const outcome = await runAs(strategy, program(binaries, 'initdb'), [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  if (outcome.succeeded) renameSync(data, place.dataFolder)
  rmSync(partial, { recursive: true, force: true })
  if (!outcome.succeeded) throw cannotRun(`initdb failed.\n${outcome.output}`)
}

function writePrivately(path: string, text: string): void {
  rmSync(path, { force: true })
  writeFileSync(path, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true })
}

function checkVersion({ binaries, place: { dataFolder } }: Lodging): void {
  let found: string
  try {
    found = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new LocalPostgresError(
      `${dataFolder} cannot be read as the data folder of a PostgreSQL: ${(error as Error).message}`,
    )
  }
  const ours = majorVersion(binaries)
  if (found === ours) return
  throw new LocalPostgresError(
    `The data in ${dataFolder} were written by PostgreSQL ${found}; the installed binaries are ` +
      `PostgreSQL ${ours}, which cannot read them. Dump them with PostgreSQL ${found} and restore ` +
      'the dump; or move the folder away to start with an empty database; or set DATABASE_URL to ' +
      'a server that has the data.',
  )
}

/** Refuses a data folder of another user. Only root can use such a folder or change its owner. */
export function checkOwner({ dataFolder }: Place): void {
  if (isRoot || !existsSync(dataFolder)) return
  const owner = ownerOf(dataFolder).uid
  const { uid } = asSelf().owner
  if (owner === uid) return
  throw new LocalPostgresError(
    `The data in ${dataFolder} belong to user ${owner}, and this is user ${uid}. Start as that user, ` +
      `or change the owner (sudo chown -R ${uid} ${dataFolder}), or set DATABASE_URL to another server.`,
  )
}
