import { spawn } from 'node:child_process'
import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from './local-postgres.ts'

export type TemporaryPostgresOptions = Omit<LocalPostgresOptions, 'folder'>

/**
 * For tests: starts a server in a temporary folder. `stop()` ends the server, even while others are
 * connected, and deletes the folder. So does the end of this process, even by `kill -9`. By default
 * the server is not durable and takes 300 connections.
 */
export async function startTemporaryPostgres(
  options: TemporaryPostgresOptions = {},
): Promise<LocalPostgres> {
  const folder = mkdtempSync(join(temporaryParent(options.durable), 'vadium-temporary-postgres-'))
  // The server may run as another user, who must be able to reach the data folder inside.
  chmodSync(folder, 0o711)
  removeAfterThisProcess(folder)
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
      rmSync(folder, { recursive: true, force: true })
      return outcome
    },
  }
}

/**
 * The file system in memory, where there is one with room for the data of tests: PostgreSQL creates
 * and drops a database there in half the processor time. Otherwise, and for data that are to be as
 * durable as on disk, the folder for temporary files.
 */
export function temporaryParent(durable = false): string {
  const inMemory = '/dev/shm'
  const freeBytesMin = 4 * 1024 ** 3
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return !durable && bavail * bsize >= freeBytesMin ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Waits until the input closes, ends the server at once, and removes its folder. */
const remover = `
  read -r _
  if pid=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$pid"; then
    tries=0
    while kill -0 "$pid" && [ $((tries += 1)) -le 100 ]; do sleep 0.1; done
  fi
  rm -rf -- "$1"`

/**
 * Starts a shell that reads from a pipe to this process. The kernel closes the pipe when this
 * process ends, however it ends.
 */
function removeAfterThisProcess(folder: string): void {
  const shell = spawn('sh', ['-c', remover, 'sh', folder], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  })
  shell.unref()
}
