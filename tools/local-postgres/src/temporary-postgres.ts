import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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
  const server = await startLocalPostgres({
    durable: false,
    ...options,
    folder,
    settings: { max_connections: '300', ...options.settings },
  }).catch((error: unknown) => {
    rmSync(folder, { recursive: true, force: true })
    throw error
  })
  return {
    ...server,
    async stop() {
      const outcome = await server.stop({ force: true })
      remove(folder)
      return outcome
    },
  }
}

async function removeAbandoned(): Promise<void> {
  for (const name of readdirSync(tmpdir())) {
    const [pid = '', birth = 'unknown'] = name.startsWith(prefix)
      ? name.slice(prefix.length).split('-')
      : []
    if (pid === '' || isSameProcess(Number(pid), birth)) continue
    const folder = join(tmpdir(), name)
    if (lstatSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid?.()) continue
    await endServerIn(folder)
    remove(folder)
  }
}

async function endServerIn(folder: string): Promise<void> {
  const { dataFolder } = placeOf(folder)
  const file = readPostmasterFile(dataFolder)
  if (file === undefined || !isServerOf(dataFolder, file.pid)) return
  // At once: nobody will read these data again.
  process.kill(file.pid, 'SIGQUIT')
  await until(10_000, () => !isAlive(file.pid) || undefined)
}

function remove(folder: string): void {
  const { home } = placeOf(folder)
  for (const path of new Set([home, folder])) rmSync(path, { recursive: true, force: true })
}
