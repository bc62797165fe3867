import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * What Node tells of its process: event loop, heap, garbage collection, file descriptors. Begun with the first
 * scrape, so that nobody pays for it who is never scraped; one a process, as there is one to be watched.
 */
export function nodeMetricsText(): Promise<string> {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry.metrics()
}
