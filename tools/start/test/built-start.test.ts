import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { VadiumClient } from '@vadium/client'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { build, startBuilt, stopAll } from './built-programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

beforeAll(build, 300_000)
afterAll(stopAll)

it('is ready on new data, answers a signed request, and ends with 0 when it is asked to', async () => {
  const folder = join(temporaryFolder(), 'data')
  const { process, profiles } = await startBuilt(folder, undefined, { SANDBOX: '1' })
  const { url = '', privateKey = '' } = profiles['sandbox-operator'] ?? {}
  const client = new VadiumClient({ baseUrl: url, privateKey })
  onTestFinished(() => client.close())
  const begin = { time: '2026-01-05T09:00:00.000Z', seed: 'vadium', work_due: 0 }
  expect(await client.sandbox.get()).toEqual(begin)
  process.kill('SIGTERM')
  expect(await once(process, 'exit')).toEqual([0, null])
  expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
}, 180_000)
