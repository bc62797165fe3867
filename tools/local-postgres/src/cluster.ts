import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, copyFileSync, existsSync, lchownSync, mkdtempSync } from 'node:fs'
import { readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Binaries, program } from './binaries.ts'
import { cannotRun, diskFull, LocalPostgresError } from './errors.ts'
import { isRoot, ownerOf, writePrivateFile } from './owned-files.ts'
import { run, type RunAs } from './run-as.ts'

/** The database cluster of a local server: its folder, and the files in it. */
export interface Cluster {
  readonly folder: string
  readonly dataFolder: string
  readonly passwordFile: string
  readonly logFile: string
}

export function clusterIn(folder: string): Cluster {
  return {
    folder,
    dataFolder: join(folder, 'data'),
    passwordFile: join(folder, 'password'),
    logFile: join(folder, 'server.log'),
  }
}

export const superuser = 'postgres'

export function superuserPassword({ passwordFile, dataFolder }: Cluster): string {
  try {
    return readFileSync(passwordFile, 'utf8').trim()
  } catch (error) {
    throw new LocalPostgresError(
      `The password of the server for ${dataFolder} cannot be read: ${(error as Error).message}`,
    )
  }
}

/** Refuses data that this user cannot use, before anything in the folder is changed. */
export function checkData({ dataFolder }: Cluster): void {
  const uid = process.getuid?.()
  if (isRoot || uid === undefined || !existsSync(dataFolder)) return
  const owner = ownerOf(dataFolder).uid
  if (owner === uid) return
  throw new LocalPostgresError(
    `The data in ${dataFolder} belong to user ${owner}, and this is user ${uid}. Start as that user, ` +
      `or change the owner (sudo chown -R ${uid} ${dataFolder}), or set DATABASE_URL to another server.`,
  )
}

/** Creates the database cluster at the first start. Checks the version of an existing one. */
export async function prepareCluster(
  cluster: Cluster,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  const { dataFolder } = cluster
  if (!existsSync(dataFolder)) await initialise(cluster, binaries, runAs, durable)
  checkVersion(dataFolder, binaries)
  const { uid, gid } = runAs.owner
  // An earlier start may have run as another user. Links are not followed.
  if (isRoot) execFileSync('chown', ['-RhP', `${uid}:${gid}`, dataFolder])
  // PostgreSQL refuses a folder that others can read, and a copied project may have such a mode.
  chmodSync(dataFolder, 0o700)
}

/**
 * The name of the data folder until initdb has ended, so that an incomplete one is never served.
 */
const partialName = 'data.partial-'

async function initialise(
  { folder, dataFolder, passwordFile }: Cluster,
  binaries: Binaries,
  runAs: RunAs,
  durable: boolean,
): Promise<void> {
  for (const name of readdirSync(folder)) {
    if (!name.startsWith(partialName)) continue
    rmSync(join(folder, name), { recursive: true, force: true, maxRetries: 3 })
  }
  writePrivateFile(passwordFile, `${randomBytes(24).toString('base64url')}\n`)
  const partial = mkdtempSync(join(folder, partialName))
  const data = join(partial, 'data')
  // initdb may run as a user who cannot read the original password file.
  const passwordCopy = join(partial, 'password')
  copyFileSync(passwordFile, passwordCopy)
  const { uid, gid } = runAs.owner
  if (isRoot) for (const path of [passwordCopy, partial]) lchownSync(path, uid, gid)

  const outcome = await run(runAs, program(binaries, 'initdb'), [
    `--pgdata=${data}`,
    `--username=${superuser}`,
    `--pwfile=${passwordCopy}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
    ...(durable ? [] : ['--no-sync']),
  ])
  if (outcome.succeeded) renameSync(data, dataFolder)
  rmSync(partial, { recursive: true, force: true })
  if (outcome.succeeded) return
  throw diskFull(folder, outcome.output) ?? cannotRun(`initdb failed.\n${outcome.output}`)
}

function checkVersion(dataFolder: string, { majorVersion }: Binaries): void {
  let found: string
  try {
    found = readFileSync(join(dataFolder, 'PG_VERSION'), 'utf8').trim()
  } catch (error) {
    throw new LocalPostgresError(
      `${dataFolder} cannot be read as the data folder of a PostgreSQL: ${(error as Error).message}`,
    )
  }
  if (found === majorVersion) return
  throw new LocalPostgresError(
    `The data in ${dataFolder} were written by PostgreSQL ${found}; the installed binaries are ` +
      `PostgreSQL ${majorVersion}, which cannot read them. Dump them with PostgreSQL ${found} and ` +
      'restore the dump; or move the folder away to start with an empty database; or set ' +
      'DATABASE_URL to a server that has the data.',
  )
}
