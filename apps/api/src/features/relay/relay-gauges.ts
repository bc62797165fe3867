import type { Metrics } from '../../platform/telemetry/metrics.ts'
import type { OrganizationRelay, RelayMeter } from './organization-relay.ts'

/** Counts what the relay of one organization does. */
export function relayMeter(metrics: Metrics, organization: string): RelayMeter {
  const labels = { organization }
  // Shown from the start, so that the first increase is seen.
  metrics.of('vadium_relay_published_total').inc(labels, 0)
  metrics.of('vadium_relay_failures_total').inc(labels, 0)
  metrics.of('vadium_relay_missed_events_total').inc(labels, 0)
  metrics.of('vadium_relay_restored_logs_total').inc(labels, 0)
  return {
    published: (count) => metrics.of('vadium_relay_published_total').inc(labels, count),
    missed: (count) => metrics.of('vadium_relay_missed_events_total').inc(labels, count),
    restored: () => metrics.of('vadium_relay_restored_logs_total').inc(labels),
  }
}

/** Sets the gauges that are computed at each scrape. What is unknown is left out. */
export async function showRelays(
  metrics: Metrics,
  relays: readonly OrganizationRelay[],
  now: number,
): Promise<void> {
  const behind = metrics.of('vadium_relay_events_behind')
  const oldest = metrics.of('vadium_relay_oldest_event_seconds')
  for (const relay of relays) {
    const labels = { organization: relay.organizationId }
    metrics.of('vadium_relay_working').set(labels, relay.state === 'relaying' ? 1 : 0)
    const lag = await relay.lag().catch(() => undefined)
    if (lag === undefined) {
      behind.remove(labels)
      oldest.remove(labels)
      continue
    }
    behind.set(labels, lag.events)
    const ageMs = lag.oldest === undefined ? 0 : Math.max(now - Date.parse(lag.oldest), 0)
    oldest.set(labels, ageMs / 1000)
  }
}
