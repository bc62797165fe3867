import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { build, clientOf, startBuilt, temporaryFolder } from './built-start.ts'

beforeAll(build, 300_000)

it('is ready on new data, answers a signed request, and ends with 0 when it is asked to', async () => {
  const folder = join(temporaryFolder(), 'data')
  const started = await startBuilt(folder, { SANDBOX: '1' })
  expect(started.output()).toMatch(/^Starting PostgreSQL \.\.\.\n[^]*Vadium is ready\./)
  const begin = { time: '2026-01-05T09:00:00.000Z', seed: 'vadium', work_due: 0 }
  expect(await clientOf(started, 'sandbox-operator').sandbox.get()).toEqual(begin)
  expect(await started.end('SIGINT')).toBe(0)
  expect(existsSync(join(folder, 'postgres', 'data', 'postmaster.pid'))).toBe(false)
}, 180_000)
