import type { Pool } from 'pg'
import type { CustodyAdapter } from '../../src/features/custody/custody-adapter.ts'
import {
  CustodyWorker,
  type CustodyWorkerParts,
} from '../../src/features/custody/custody-worker.ts'
import { randomIds } from '../../src/platform/ids.ts'
import type { RunningService } from './service.ts'

interface Parts extends Partial<CustodyWorkerParts> {
  readonly pool: Pool
  /** The custodian of all instructions. Undefined if the service knows no adapter of it. */
  readonly custodian: CustodyAdapter | undefined
}

/** A worker beside a service, on its book and by its clock. It logs only if it is given a log. */
export function custodyWorkerBeside(
  { services, clock }: RunningService,
  { custodian, ...parts }: Parts,
): CustodyWorker {
  return new CustodyWorker({
    writes: services.writes,
    settlement: services.settlement,
    custody: { of: () => Promise.resolve(custodian) },
    clock,
    ids: randomIds,
    logger: { warn: () => undefined, error: () => undefined },
    attemptsMax: 3,
    ...parts,
  })
}
