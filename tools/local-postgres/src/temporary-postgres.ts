import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type LocalPostgres,
  type LocalPostgresOptions,
  startLocalPostgres,
} from './local-postgres.ts'

/**
 * For tests: starts a server in a temporary folder. `stop()` ends the server at once, even while
 * others are connected, and deletes the folder. So does the end of this process, even by `kill -9`.
 * By default the server is not durable and takes 300 connections.
 */
export async function startTemporaryPostgres(
  options: Omit<LocalPostgresOptions, 'folder'> = {},
): Promise<LocalPostgres> {
  const folder = mkdtempSync(join(temporaryParent(options.durable), 'vadium-temporary-postgres-'))
  const remover = removerOf(folder)
  const removed = once(remover, 'exit')
  const settings = { max_connections: '300', ...options.settings }
  const server = await startLocalPostgres({ durable: false, ...options, folder, settings })
  return {
    ...server,
    async stop() {
      remover.ref()
      remover.stdin.end()
      await removed
    },
  }
}

/**
 * The file system in memory, where there is one with room for the data of tests: PostgreSQL creates
 * and drops a database there in half the processor time. Otherwise, and for data that are to be as
 * durable as on disk, the folder for temporary files.
 */
function temporaryParent(durable = false): string {
  const [inMemory, freeBytesMin] = ['/dev/shm', 4 * 1024 ** 3]
  try {
    accessSync(inMemory, constants.W_OK)
    const { bavail, bsize } = statfsSync(inMemory)
    return !durable && bavail * bsize >= freeBytesMin ? inMemory : tmpdir()
  } catch {
    return tmpdir()
  }
}

/** Waits until the input closes, ends the server at once, and removes its folder. */
const removal = `
  read -r _
  if pid=$(head -n 1 "$1/data/postmaster.pid") && kill -QUIT "$pid"; then
    tries=0
    while kill -0 "$pid" && [ $((tries += 1)) -le 100 ]; do sleep 0.1; done
  fi
  rm -rf -- "$1"`

/** The kernel closes the pipe to the shell when this process ends, however it ends. */
function removerOf(folder: string) {
  const shell = ['-c', removal, 'sh', folder]
  const remover = spawn('sh', shell, { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  remover.unref()
  return remover
}
