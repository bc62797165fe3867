import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readConfig } from '../src/config.ts'
import { CustodyAdapters } from '../src/custody/custody-adapters.ts'
import { SimulatedCustody } from '../src/custody/simulated/simulated-custody.ts'
import { openServicePool } from '../src/db/pool.ts'
import { StartError } from '../src/start-error.ts'
import { createDatabase, type TestDatabase } from './harness/database.ts'
import { newInstruction } from './harness/instruction.ts'
import { movableClock } from './harness/simulated-custody.ts'

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

const open = () =>
  new CustodyAdapters({
    config: readConfig({ DATABASE_URL: database.url }),
    pool,
    clock: movableClock(),
    simulatedCallbackKey: randomBytes(32),
  })

describe('the adapter of a custodian', () => {
  it('is the one that its row names, and speaks in its name', async () => {
    const adapters = open()
    await adapters.openAll()
    const adapter = await adapters.of('copper')
    expect(adapter).toBeInstanceOf(SimulatedCustody)
    expect(await adapters.simulated('copper')).toBe(adapter)
    expect(await adapter?.submit(newInstruction())).toMatchObject({ label: 'Received by Copper' })
  })

  it('is found for a custodian that came later', async () => {
    const adapters = open()
    await adapters.openAll()
    expect(await adapters.of('bitgo')).toBeUndefined()
    await addCustodian('bitgo', 'simulated')
    expect(await adapters.of('bitgo')).toBeInstanceOf(SimulatedCustody)
    expect(await adapters.of('bitgo')).toBe(await adapters.of('bitgo'))
  })

  it('is a clear error at start where there is none of that name', async () => {
    await addCustodian('vault', 'carrier-pigeon')
    const opened = open().openAll()
    await expect(opened).rejects.toThrow(StartError)
    await expect(opened).rejects.toThrow(/custodian vault .* carrier-pigeon.* simulated/)
    await database.query("DELETE FROM custodians WHERE id = 'vault'")
  })
})
