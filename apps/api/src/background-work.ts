import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'
import type { RecurringWork } from './recurring-work.ts'
import type { Services } from './services.ts'

const idleMs = 500
const afterFailureMs = 5000

interface Parts {
  readonly config: Config
  readonly logger: FastifyBaseLogger
  readonly services: Services
}

/** Starts what happens without anybody asking: custodians are instructed and asked. */
export function startBackgroundWork({ config, logger, services }: Parts): RecurringWork {
  const { custodyWorker, custodyWake } = services
  let stopping = false
  const carryOut = async () => {
    while (!stopping) {
      try {
        const worked = await custodyWorker.runNext()
        if (!worked) await custodyWake.wait(idleMs)
      } catch (err) {
        logger.error({ err }, 'instructions could not be carried out')
        await custodyWake.wait(afterFailureMs)
      }
    }
  }
  const lanes = Array.from({ length: config.CUSTODY_WORKERS }, carryOut)
  return {
    stop: async () => {
      stopping = true
      custodyWake.call()
      await Promise.all(lanes)
    },
  }
}
