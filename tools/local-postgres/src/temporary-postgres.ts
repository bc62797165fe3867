import { chmodSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from './local-postgres.ts'
import { placeOf } from './place.ts'
import { readPostmasterFile, isServerOf } from './postmaster-file.ts'
import { birthOf, isAlive, isSameProcess } from './process-life.ts'
import { until } from './until.ts'

export type TemporaryPostgresOptions = Omit<LocalPostgresOptions, 'folder'>

const prefix = 'vadium-postgres-'

/**
 * For tests: starts a server in a temporary folder. `stop()` ends the server, even while others are
 * connected, and deletes the folder. By default it is not durable and takes 300 connections. The
 * next call deletes what a killed process left.
 */
export async function startTemporaryPostgres(
  options: TemporaryPostgresOptions = {},
): Promise<LocalPostgres> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-${birthOf(process.pid)}-`))
  // The server may run as another user, who must be able to reach the data folder inside.
  chmodSync(folder, 0o711)
  const endServer = () => signalServer(folder)
  process.once('exit', endServer)
  try {
    const server = await startLocalPostgres({
      durable: false,
      ...options,
      folder,
      settings: { max_connections: '300', ...options.settings },
    })
    return {
      ...server,
      async stop() {
        const outcome = await server.stop({ force: true })
        process.off('exit', endServer)
        remove(folder)
        return outcome
      },
    }
  } catch (error) {
    process.off('exit', endServer)
    await removeFolder(folder)
    throw error
  }
}

/** Deletes the folders of processes that were killed, as far as this user may. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const [pid = '', birth = ''] = name.slice(prefix.length).split('-')
    if (isSameProcess(Number(pid), birth)) continue
    await removeFolder(join(tmpdir(), name)).catch(() => undefined)
  }
}

async function removeFolder(folder: string): Promise<void> {
  // In a shared folder, another user may have created a folder with that name.
  if (lstatSync(folder).uid !== process.getuid?.()) return
  const pid = signalServer(folder)
  await until(10_000, () => pid === undefined || !isAlive(pid) || undefined)
  remove(folder)
}

/** Ends the server at once. Its data are not needed any more. */
function signalServer(folder: string): number | undefined {
  const { dataFolder } = placeOf(folder)
  const pid = readPostmasterFile(dataFolder)?.pid
  if (pid === undefined || !isServerOf(dataFolder, pid)) return undefined
  process.kill(pid, 'SIGQUIT')
  return pid
}

function remove(folder: string): void {
  const { home } = placeOf(folder)
  for (const path of new Set([home, folder])) rmSync(path, { recursive: true, force: true })
}
