import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../../../src/config/config.ts'
import { CustodyAdapters } from '../../../src/features/custody/custody-adapters.ts'
import { FireblocksCustody } from '../../../src/features/custody/fireblocks/fireblocks-custody.ts'
import { SimulatedCustody } from '../../../src/features/custody/simulated/simulated-custody.ts'
import { openServicePool } from '../../../src/platform/db/pool.ts'
import { StartError } from '../../../src/platform/start-error.ts'
import { createDatabase, type TestDatabase } from '../../harness/database.ts'
import { newInstruction } from '../../harness/instruction.ts'
import { movableClock } from '../../harness/simulated-custody.ts'

let database: TestDatabase
let pool: Pool
beforeAll(async () => {
  database = await createDatabase()
  pool = openServicePool({ url: database.url, poolSize: 2 })
  await addCustodian('copper', 'simulated')
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const addCustodian = (id: string, adapter: string) =>
  database.query('INSERT INTO custodians (id, name, adapter) VALUES ($1, initcap($1), $2)', [
    id,
    adapter,
  ])

const open = (environment: Record<string, string> = {}) =>
  new CustodyAdapters({
    config: readConfig({ DATABASE_URL: database.url, ...environment }),
    pool,
    clock: movableClock(),
    logger: { warn: () => undefined },
    simulatedCallbackKey: randomBytes(32),
  })

describe('the adapter of a custodian', () => {
  it('is the one that its row names, and has the name of the custodian', async () => {
    const adapters = open()
    await adapters.openAll()
    const adapter = await adapters.of('copper')
    expect(adapter).toBeInstanceOf(SimulatedCustody)
    expect(await adapters.simulated('copper')).toBe(adapter)
    expect(await adapter?.submit(newInstruction())).toMatchObject({ label: 'Received by Copper' })
  })

  it('is found for a custodian that was added later', async () => {
    const adapters = open()
    await adapters.openAll()
    expect(await adapters.of('bitgo')).toBeUndefined()
    await addCustodian('bitgo', 'simulated')
    expect(await adapters.of('bitgo')).toBeInstanceOf(SimulatedCustody)
    expect(await adapters.of('bitgo')).toBe(await adapters.of('bitgo'))
  })

  it('is reported as an error at the start when its name is unknown', async () => {
    await addCustodian('vault', 'carrier-pigeon')
    const opened = open().openAll()
    await expect(opened).rejects.toThrow(StartError)
    await expect(opened).rejects.toThrow(/custodian vault .* carrier-pigeon.* simulated/)
    await database.query("DELETE FROM custodians WHERE id = 'vault'")
  })
})

describe('the adapter fireblocks', () => {
  let folder: string
  let environment: Record<string, string>
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vadium-test-'))
    const keys = generateKeyPairSync('rsa', { modulusLength: 2048 })
    await writeFile(
      join(folder, 'secret.pem'),
      keys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
    )
    await writeFile(
      join(folder, 'public.pem'),
      keys.publicKey.export({ type: 'spki', format: 'pem' }),
    )
    await writeFile(join(folder, 'words.txt'), 'my secret words')
    environment = {
      FIREBLOCKS_API_KEY: 'key',
      FIREBLOCKS_SECRET_KEY_FILE: join(folder, 'secret.pem'),
      FIREBLOCKS_BASE_URL: 'http://127.0.0.1:9/v1',
      FIREBLOCKS_ASSETS: 'BTC=BTC_TEST,ETH=ETH_TEST5',
      FIREBLOCKS_WEBHOOK_KEY_FILE: join(folder, 'public.pem'),
    }
    await addCustodian('fireblocks', 'fireblocks')
  })
  afterAll(async () => {
    await database.query("DELETE FROM custodians WHERE id = 'fireblocks'")
    await rm(folder, { recursive: true })
  })

  it('is created when the environment names a workspace', async () => {
    const adapters = open(environment)
    await adapters.openAll()
    expect(await adapters.of('fireblocks')).toBeInstanceOf(FireblocksCustody)
    expect(await adapters.simulated('fireblocks')).toBeUndefined()
  })

  it('is reported as an error at the start when it names none', async () => {
    await expect(open().openAll()).rejects.toThrow(StartError)
    await expect(open().openAll()).rejects.toThrow(/custodian fireblocks .*FIREBLOCKS_API_KEY/)
  })

  it.each(['FIREBLOCKS_SECRET_KEY_FILE', 'FIREBLOCKS_WEBHOOK_KEY_FILE'])(
    'is reported as an error at the start when %s names no key, without the content of the file',
    async (setting) => {
      for (const file of ['words.txt', 'missing.pem']) {
        const opened = open({ ...environment, [setting]: join(folder, file) }).openAll()
        await expect(opened).rejects.toThrow(StartError)
        await expect(opened).rejects.toThrow(`${setting}: expected the path`)
        await expect(opened).rejects.not.toThrow('secret words')
      }
    },
  )
})
