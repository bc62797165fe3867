import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, onTestFinished } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { isServerOf, readPostmasterFile } from '../src/postmaster-file.ts'
import { isAlive } from '../src/process-life.ts'
import { until } from '../src/until.ts'

/** A folder for one test, gone when the test is over, with whatever servers still work in it. */
export function disposableFolder(mode = 0o755): string {
  const folder = madeFolder(mode)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** A folder with an initialised server for the tests of one file: initdb is most of a first start. */
export function sharedFolder(): string {
  const folder = madeFolder(0o755)
  beforeAll(async () => {
    await (await startLocalPostgres({ folder, durable: false })).stop()
  })
  afterEach(() => endServersIn(folder))
  afterAll(() => removeFolder(folder))
  return folder
}

function madeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))
  chmodSync(folder, mode)
  return folder
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
