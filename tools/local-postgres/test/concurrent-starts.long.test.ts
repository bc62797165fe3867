import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startLocalPostgres } from '../src/index.ts'
import { disposableFolder, sharedFolder } from './disposable-folder.ts'
import { startInProcess } from './starter-process.ts'

const shared = sharedFolder()

test('starts one server for concurrent starts, from several processes and within one', async () => {
  const folder = disposableFolder()
  const options = { folder, durable: false, database: 'shared' }
  const servers = await Promise.all([
    startInProcess(options),
    startInProcess(options),
    startInProcess(options),
    startLocalPostgres(options),
    startLocalPostgres(options),
  ])
  expect(new Set(servers.map(({ url }) => url)).size).toBe(1)
  expect(servers.filter(({ reused }) => !reused)).toHaveLength(1)

  const outcomes = await Promise.all(servers.map(async (server) => server.stop()))
  expect(outcomes.filter((outcome) => outcome === 'stopped').length).toBeGreaterThan(0)
  expect(readdirSync(folder).toSorted()).toEqual(['data', 'password', 'server.log', 'start.lock'])
})

test('starts a server that stays when another one is being stopped', async () => {
  const options = { folder: shared, durable: false }
  for (let round = 0; round < 2; round++) {
    const first = await startLocalPostgres(options)
    const [, second] = await Promise.all([first.stop(), startLocalPostgres(options)])
    const third = await startLocalPostgres(options)
    expect(third).toMatchObject({ reused: true, url: second.url })
    await second.stop()
    expect(await third.stop()).toBe('stopped')
  }
})
