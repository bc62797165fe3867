import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import { isServerOf, readPostmasterFile } from '../src/postmaster-file.ts'
import { isAlive } from '../src/process-life.ts'
import { until } from '../src/until.ts'

/** A folder for one test, gone when the test is over, with whatever servers still work in it. */
export function disposableFolder(mode = 0o755): string {
  const folder = mkdtempSync(join(tmpdir(), 'local-postgres-test-'))
  chmodSync(folder, mode)
  onTestFinished(async () => {
    for (const path of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
      if (path.endsWith('postmaster.pid')) await endServer(dirname(join(folder, path)))
    }
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  })
  return folder
}

async function endServer(dataFolder: string): Promise<void> {
  const pid = readPostmasterFile(dataFolder)?.pid
  if (pid === undefined || !isServerOf(dataFolder, pid)) return
  process.kill(pid, 'SIGQUIT')
  await until(10_000, () => !isAlive(pid) || undefined)
}
