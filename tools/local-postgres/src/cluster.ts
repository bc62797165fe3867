import { execFile, execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, mkdtempSync } from 'node:fs'
import {
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cannotRun, StartError } from './errors.ts'
import { programsForAnyName, wantsName } from './nameless-user.ts'
import { asServerUser, nobody } from './server-user.ts'

/** The folder of a local server, and what is in it. */
export interface Cluster {
  readonly folder: string
  readonly data: string
  /** The superuser's. It is in the data, so that both are made, copied and removed together. */
  readonly password: string
  readonly log: string
}

export const superuser = 'postgres'

/**
 * What a program of PostgreSQL may know of this process. The other user may not enter our folder.
 */
export const surroundings = {
  cwd: '/',
  env: { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' },
}

/** Makes the folder if it is missing. */
export function clusterIn(path: string): Cluster {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 })
  } catch (error) {
    throw cannotRun(path, `the data folder cannot be made: ${(error as Error).message}`)
  }
  const folder = realpathSync(path)
  const data = join(folder, 'data')
  return { folder, data, password: join(data, 'password'), log: join(folder, 'server.log') }
}

export function passwordOf({ data, password }: Cluster): string {
  try {
    return readFileSync(password, 'utf8').trim()
  } catch (error) {
    throw new StartError(
      `The password of the server for ${data} cannot be read: ${(error as Error).message}. Remove ` +
        'that folder to begin with an empty database.',
    )
  }
}

/** Creates the data at the first start. Two first starts at once use those of one of them. */
export async function prepareData(cluster: Cluster, binaries: string, durable: boolean) {
  const { data } = cluster
  if (!existsSync(data)) await createData(cluster, binaries, durable)
  const own = process.getuid?.()
  const { uid: owner } = statSync(data)
  // A copy that root has made belongs to root. Links are not followed.
  if (own === 0 && owner === 0) {
    const { uid, gid } = nobody()
    execFileSync('chown', ['-RhP', `${uid}:${gid}`, data])
  }
  if (own !== undefined && own !== 0 && own !== owner) {
    throw new StartError(
      `The data in ${data} belong to another user (${owner}). Start as that user or as root, or ` +
        `change their owner: sudo chown -R ${own} ${data}`,
    )
  }
  // PostgreSQL refuses a folder that others can read, and a copy may have such a mode.
  chmodSync(data, 0o700)
}

const partialName = 'data.partial-'

/** What a start has left behind that was killed while it created data. */
function removeAbandoned(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.startsWith(partialName))) {
    const [pid = ''] = name.slice(partialName.length).split('-')
    if (!isRunning(Number(pid))) rmSync(join(folder, name), { recursive: true, force: true })
  }
}

function isRunning(pid: number): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** In a folder beside, so that data of which initdb has made only a part are never served. */
async function createData({ folder, data }: Cluster, binaries: string, durable: boolean) {
  removeAbandoned(folder)
  const partial = mkdtempSync(join(folder, `${partialName}${process.pid}-`))
  const [made, password] = [join(partial, 'data'), join(partial, 'password')]
  const initdb = async (programs: string) => {
    const [command = '', ...parameters] = [
      ...asServerUser(data),
      join(programs, 'bin', 'initdb'),
      ...[`--pgdata=${made}`, `--username=${superuser}`, `--pwfile=${password}`],
      ...['--auth=scram-sha-256', '--encoding=UTF8', '--locale=C', '--no-instructions'],
      ...(durable ? [] : ['--no-sync']),
    ]
    await promisify(execFile)(command, parameters, surroundings)
  }
  try {
    writeFileSync(password, `${randomBytes(24).toString('base64url')}\n`, { mode: 0o600 })
    await initdb(binaries).catch((error: unknown) => {
      if (!wantsName.test(String(error))) throw error
      return initdb(programsForAnyName(binaries, partial))
    })
    renameSync(password, join(made, 'password'))
    renameSync(made, data)
  } catch (error) {
    // Another start was faster.
    if (existsSync(data)) return
    const { stderr = '', message } = error as Error & { readonly stderr?: string }
    throw cannotRun(folder, stderr === '' ? message : stderr)
  } finally {
    rmSync(partial, { recursive: true, force: true, maxRetries: 3 })
  }
}
