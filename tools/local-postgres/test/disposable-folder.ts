import { randomUUID } from 'node:crypto'
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { isServerOf, readPostmasterFile } from '../src/postmaster-file.ts'
import { isAlive } from '../src/process-life.ts'
import { until } from '../src/until.ts'

/** A folder for one test, gone when the test is over, with whatever servers still work in it. */
export function disposableFolder(mode = 0o755): string {
  const folder = newFolderPath()
  makeFolder(folder, mode)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** A folder with an initialised server for the tests of one file: initdb is most of a first start. */
export function sharedFolder(): string {
  // Made late: where its tests are skipped, nothing would remove it.
  const folder = newFolderPath()
  beforeAll(async () => {
    makeFolder(folder, 0o755)
    const binariesFolder = inject('binariesFolder')
    await (await startLocalPostgres({ folder, binariesFolder, durable: false })).stop()
  })
  afterEach(() => endServersIn(folder))
  afterAll(() => removeFolder(folder))
  return folder
}

function newFolderPath(): string {
  return join(tmpdir(), `local-postgres-test-${randomUUID()}`)
}

function makeFolder(folder: string, mode: number): void {
  mkdirSync(folder)
  chmodSync(folder, mode)
}

async function removeFolder(folder: string): Promise<void> {
  await endServersIn(folder)
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function endServersIn(folder: string): Promise<void> {
  for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    if (path.endsWith('postmaster.pid')) await endServer(dirname(join(folder, path)))
  }
}

async function endServer(dataFolder: string): Promise<void> {
  const pid = readPostmasterFile(dataFolder)?.pid
  if (pid === undefined || !isServerOf(dataFolder, pid)) return
  process.kill(pid, 'SIGINT')
  await until(10_000, () => !isAlive(pid) || undefined)
}
