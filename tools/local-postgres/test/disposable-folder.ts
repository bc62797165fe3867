import { randomUUID } from 'node:crypto'
import { chmodSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, inject, onTestFinished } from 'vitest'
import { serverProcess } from '../src/server-process.ts'
import { temporaryParent } from '../src/temporary-postgres.ts'
import { until } from '../src/until.ts'

/** A folder for one test. When the test ends, its servers are stopped and it is removed. */
export function disposableFolder(parent = temporaryParent()): string {
  const folder = newFolderPath(parent)
  mkdirSync(folder)
  chmodSync(folder, 0o755)
  onTestFinished(() => removeFolder(folder))
  return folder
}

/** A folder with an initialised server for the tests of one file. */
export function sharedFolder(parent = temporaryParent()): string {
  // Created late: when its tests are skipped, nothing would remove it.
  const folder = newFolderPath(parent)
  beforeAll(() => {
    copyStarted(folder)
  })
  afterEach(() => endServersIn(folder))
  afterAll(() => removeFolder(folder))
  return folder
}

/** A folder with an initialised server for one test. */
export function startedFolder(): string {
  const folder = disposableFolder()
  copyStarted(folder)
  return folder
}

function copyStarted(folder: string): void {
  cpSync(inject('startedFolder'), folder, { recursive: true })
  chmodSync(folder, 0o755)
}

function newFolderPath(parent: string): string {
  return join(parent, `local-postgres-test-${randomUUID()}`)
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
  const server = serverProcess(dataFolder)
  if (server === undefined) return
  process.kill(server.pid, 'SIGINT')
  await until(10_000, () => serverProcess(dataFolder) === undefined || undefined)
}
