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
 * For tests: a server of its own in a temporary folder, both gone at `stop()`, which asks nobody.
 * Not durable and with 300 connections, unless the options say otherwise. What a killed process left
 * behind is removed at the next call.
 */
export async function startTemporaryPostgres(
  options: TemporaryPostgresOptions = {},
): Promise<LocalPostgres> {
  await removeAbandoned()
  const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-${birthOf(process.pid)}-`))
  // The server may run as another user, who has to get to his own folder inside.
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

/** Leftovers of whomever must not hinder: what cannot be removed stays. */
async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    if (!name.startsWith(prefix)) continue
    const [pid = '', birth = ''] = name.slice(prefix.length).split('-')
    if (isSameProcess(Number(pid), birth)) continue
    await removeFolder(join(tmpdir(), name)).catch(() => undefined)
  }
}

async function removeFolder(folder: string): Promise<void> {
  // In a folder open to all, another user may lay one of that name out for us.
  if (lstatSync(folder).uid !== process.getuid?.()) return
  const pid = signalServer(folder)
  await until(10_000, () => pid === undefined || !isAlive(pid) || undefined)
  remove(folder)
}

/** Ends the server in the folder at once: nobody will read its data again. */
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
