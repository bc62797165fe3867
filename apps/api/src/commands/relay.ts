import closeWithGrace from 'close-with-grace'
import { prepareRelay, startRelay } from '../compose/relay.ts'
import { serveRelay } from '../compose/relay-endpoint.ts'
import { type Config, readConfig } from '../config/config.ts'
import { connectToNats } from '../features/relay/nats-connection.ts'
import { systemClock } from '../platform/clock.ts'
import { type BatchedLog, openLog } from '../platform/telemetry/log.ts'
import { shownError } from './shown-error.ts'

/** A statement and an acknowledgement that are under way, and what closes after them. */
const stopMs = 20_000

/** Runs `vadium-api relay` until a signal stops it. Exit code 1 if it cannot go on. */
async function run(config: Config, log: BatchedLog): Promise<void> {
  const { logger } = log
  const prepared = await prepareRelay(config, logger)
  const connection = await connectToNats(config)
  const relay = await startRelay(prepared, { config, connection, logger })
  const endpoint = await serveRelay(config, { ...relay, now: () => systemClock.now() })
  closeWithGrace({ delay: stopMs, logger: false }, async ({ err, signal }) => {
    if (err) logger.fatal({ err }, 'stopping after an error')
    else logger.info({ signal }, 'stopping')
    await endpoint?.close()
    await relay.stop()
    await connection.close()
    logger.info('stopped')
    await log.flush()
  })
  // It connects again by itself, unless the server refuses the user for good. Nobody handles that
  // error, so it stops the process.
  void connection.closed().then((error) => {
    if (error instanceof Error) throw error
  })
}

let log: BatchedLog | undefined
try {
  const config = readConfig(process.env)
  log = openLog(config.LOG_LEVEL)
  await run(config, log)
} catch (error) {
  log?.logger.fatal({ err: error }, 'could not start')
  await log?.flush()
  process.stderr.write(`${shownError(error)}\n`)
  process.exit(1)
}
