import { collectDefaultMetrics, Registry } from 'prom-client'

let registry: Registry | undefined

/**
 * Node's metrics of its process: event loop, heap, garbage collection, file descriptors. Collection
 * starts at the first scrape, so a process that is never scraped pays nothing.
 */
export function nodeMetricsText(): Promise<string> {
  if (registry === undefined) {
    registry = new Registry()
    collectDefaultMetrics({ register: registry })
  }
  return registry.metrics()
}
