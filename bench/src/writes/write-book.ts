import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { atTheEnd } from '../cleanup.ts'
import { type Contestant, startContestant } from '../contestants/contestant.ts'
import { writingServiceEntry } from '../contestants/entries.ts'
import type { Metered } from '../cost/processor-time.ts'
import { withApplication } from '../running/bench-book.ts'
import { WriteRequests } from './write-requests.ts'
import { type CalledPositions, type WritingPair, writingBook } from './write-scenario.ts'

/** A book that is written to, with a service that leaves the custodians to other processes. */
export interface WriteBook {
  readonly owner: pg.Client
  readonly service: Contestant
  readonly metered: Metered
  readonly pairs: readonly WritingPair[]
  /** Requests that are signed from `notBeforeMs` on, in Unix milliseconds. */
  requestsFrom(notBeforeMs: number): WriteRequests
  /** Runs beside a process that works on so many instructions of custodians at once. */
  withCustody<Found>(workers: number, run: (custody: Metered) => Promise<Found>): Promise<Found>
}

interface WriteBookPlace {
  /** The server that Node runs. */
  readonly api: string
  /** The database for the service, which is empty. */
  readonly databaseUrl: string
  readonly owner: pg.Client
  readonly positions: CalledPositions
}

/** The application name of the connections of the process with the custody workers. */
const custodyApplication = 'vadium-custody'
const serviceApplication = 'vadium'

export async function openWriteBook(place: WriteBookPlace): Promise<WriteBook> {
  const { api, databaseUrl, owner, positions } = place
  const { scenario, pairs } = writingBook(positions)
  const folder = await mkdtemp(join(tmpdir(), 'vadium-bench-writes-'))
  atTheEnd(() => rm(folder, { recursive: true, force: true }))
  const scenarioPath = join(folder, 'scenario.json')
  await writeFile(scenarioPath, JSON.stringify(scenario))
  const start = async (application: string, workers: number) => {
    const served = {
      ...{ api, scenarioPath },
      databaseUrl: withApplication(databaseUrl, application),
    }
    const entry = writingServiceEntry(served)
    const environment = { ...entry.environment, CUSTODY_WORKERS: String(workers) }
    const service = await startContestant({ ...entry, environment })
    atTheEnd(() => service.stop())
    return service
  }
  const service = await start(serviceApplication, 0)
  await owner.query('VACUUM ANALYZE')
  return {
    ...{ owner, service, pairs },
    metered: { pid: service.pid, application: serviceApplication },
    requestsFrom: (notBeforeMs) => new WriteRequests(owner, service.port, pairs, notBeforeMs),
    withCustody: async (workers, run) => {
      const custody = await start(custodyApplication, workers)
      try {
        return await run({ pid: custody.pid, application: custodyApplication })
      } finally {
        await custody.stop()
      }
    },
  }
}
