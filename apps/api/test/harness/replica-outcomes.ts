import type { RunningService } from './service.ts'

/** How many reads more have each outcome after some work of a service with replicas. */
export async function replicaOutcomes(
  service: RunningService,
  work: () => Promise<unknown>,
): Promise<Record<string, number>> {
  const before = await readsSoFar(service)
  await work()
  const after = await readsSoFar(service)
  const grown = [...after].map(([outcome, count]): [string, number] => [
    outcome,
    count - (before.get(outcome) ?? 0),
  ])
  return Object.fromEntries(grown.filter(([, count]) => count > 0))
}

async function readsSoFar({ services }: RunningService): Promise<Map<string, number>> {
  const { values } = await services.metrics.of('vadium_replica_reads_total').get()
  return new Map(values.map(({ labels, value }) => [String(labels.outcome), value]))
}
