import {
  listMarkToMarketRequests,
  listTransfers,
  reportCollateralMovements,
  reportExposureByAsset,
  reportExposureByCounterparty,
  reportInterest,
  reportPositions,
} from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../harness/book.ts'
import { call, callOf } from '../harness/call.ts'
import { copyDatabase, type TestDatabase } from '../harness/database.ts'
import { postgres15Folder } from '../harness/wanted-programs.ts'
import { startTestServer, type TestServer } from '../harness/test-server.ts'
import { World } from '../harness/world/world.ts'

/** Here one deal; `pnpm test:long` runs every test that faces SQL on this version. */
describe.runIf(postgres15Folder !== undefined)(
  'on the oldest PostgreSQL that the service works on',
  () => {
    const world = new World({ short: 2 })
    const deal = world.shortDeal()
    let server: TestServer
    let database: TestDatabase
    beforeAll(async () => {
      server = await startTestServer(postgres15Folder)
      database = await copyDatabase('template0', server.ownerUrl)
      await world.start({}, { database, streaming: true })
    }, 120_000)
    afterAll(async () => {
      await world.close()
      await database.drop()
      await server.stop()
    })

    it('an empty database gets every migration, and its version is the meant one', async () => {
      const { rows } = await database.query<{ server_version: string }>('SHOW server_version')
      expect(rows[0]?.server_version).toMatch(/^15\./)
    })

    it('a call is accepted, and its collateral arrives', async () => {
      const request = await world.margin.accepted(deal)
      await world.report(request.transfer_ids[0] ?? '', 'completed')
      expect((await world.margin.get(request)).status).toBe('COMPLETED')
      expect(await world.margin.collateralOf(deal)).toEqual({ position: '360', journal: '360' })
    })

    it.each([
      listMarkToMarketRequests,
      listTransfers,
      reportPositions,
      reportExposureByAsset,
      reportExposureByCounterparty,
      reportCollateralMovements,
      reportInterest,
    ])('$id shows a party its own, and nothing of it to a stranger', async (operation) => {
      const answerTo = async (key: Key) => {
        const reply = await call(world.service, callOf(operation, { key }))
        expect(reply.status, reply.text).toBe(200)
        return reply.text
      }
      expect((await answerTo(world.lenderKey)).length).toBeGreaterThan(
        (await answerTo(world.strangerKey)).length,
      )
    })

    it('every rule of the book holds', async () => {
      expect(await world.faults()).toEqual([])
    })
  },
)
