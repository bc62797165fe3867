import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import {
  type MetricDefinition,
  type MetricName,
  metricTable,
  type MetricTable,
} from './metric-table.ts'

type LabelsOf<Name extends MetricName> = MetricTable[Name]['labels'][number]

type MetricOf<Name extends MetricName> = MetricTable[Name]['kind'] extends 'counter'
  ? Counter<LabelsOf<Name>>
  : MetricTable[Name]['kind'] extends 'gauge'
    ? Gauge<LabelsOf<Name>>
    : Histogram<LabelsOf<Name>>

/** The metrics of one process, one for each entry of the table that it has. */
export class Metrics {
  readonly #registry = new Registry()
  readonly #metrics: ReadonlyMap<string, object>

  /** @param isOfProcess Of which metrics the process has anything to say. Default: of all. */
  constructor(isOfProcess: (name: string) => boolean = () => true) {
    this.#metrics = new Map(
      Object.entries(metricTable)
        .filter(([name]) => isOfProcess(name))
        .map(([name, definition]) => [name, metricOf(name, definition, this.#registry)]),
    )
  }

  of<Name extends MetricName>(name: Name): MetricOf<Name> {
    // The constructor created each metric with the kind that the table gives for its name.
    return this.#metrics.get(name) as MetricOf<Name>
  }

  /** All metrics in the text format of Prometheus. */
  text(): Promise<string> {
    return this.#registry.metrics()
  }

  get contentType(): string {
    return this.#registry.contentType
  }
}

function metricOf(name: string, definition: MetricDefinition, registry: Registry): object {
  const { help, labels: labelNames, buckets } = definition
  const settings = { name, help, labelNames, registers: [registry] }
  switch (definition.kind) {
    case 'counter':
      return new Counter(settings)
    case 'gauge':
      return new Gauge(settings)
    case 'histogram':
      return new Histogram({ ...settings, ...(buckets && { buckets: [...buckets] }) })
  }
}
