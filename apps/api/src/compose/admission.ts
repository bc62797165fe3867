import type { Config } from '../config/config.ts'
import { LoadLimit } from '../platform/http/load-limit.ts'
import { RequestTurns } from '../platform/http/request-turns.ts'
import { RequestsInFlight } from '../platform/http/requests-in-flight.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { RefusedOrganizations } from '../platform/telemetry/refused-organizations.ts'
import { StreamRests } from '../platform/stream-rests.ts'

/** What decides when a request begins, and who makes room for others. */
export function composeAdmission(config: Config, metrics: Metrics) {
  const load = new LoadLimit({
    max: config.REQUESTS_IN_FLIGHT_MAX,
    waitMsMax: config.OVERLOAD_WAIT_MS,
  })
  const inFlight = new RequestsInFlight(load, config.REQUESTS_IN_FLIGHT_PER_ORGANIZATION_MAX)
  const refused = new RefusedOrganizations(metrics)
  const waits = metrics.of('vadium_request_wait_seconds')
  const turns = new RequestTurns({
    room: inFlight,
    lateMs: config.OVERLOAD_WAIT_MS,
    meter: {
      refusedTo: (organizationId) => refused.refusedTo(organizationId),
      waited: (ms) => waits.observe(ms / 1000),
    },
  })
  const rests = new StreamRests((organizationId) => turns.mustYield(organizationId))
  return { load, inFlight, turns, rests }
}
