import { expect } from 'vitest'
import { call } from './call.ts'
import type { RunningService } from './service.ts'

/** The samples of one scrape, each by its name and labels as they are written. */
export class Scrape {
  readonly text: string
  readonly #samples: ReadonlyMap<string, number>

  constructor(text: string) {
    this.text = text
    this.#samples = new Map(
      text
        .split('\n')
        .filter((line) => line !== '' && !line.startsWith('#'))
        .map((line) => {
          const space = line.lastIndexOf(' ')
          return [line.slice(0, space), Number(line.slice(space + 1))]
        }),
    )
  }

  /** Undefined if it is missing, which is not zero. */
  value(sample: string): number | undefined {
    return this.#samples.get(sample)
  }

  /** The samples of a metric, by their labels. */
  of(name: string): Record<string, number> {
    const own = [...this.#samples].filter(([sample]) => sample.split('{', 1)[0] === name)
    return Object.fromEntries(own.map(([sample, value]) => [sample.slice(name.length), value]))
  }

  /** The declared names, with or without a sample. */
  get names(): readonly string[] {
    return [...this.text.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name)
  }

  /** Every value of a label. */
  labelValues(label: string): ReadonlySet<string> {
    const pattern = new RegExp(`[{,]${label}="((?:[^"\\\\]|\\\\.)*)"`, 'g')
    return new Set([...this.text.matchAll(pattern)].map(([, value = '']) => value))
  }
}

export async function scrape(service: RunningService): Promise<Scrape> {
  const reply = await call(service, { target: '/metrics' })
  expect(reply.status, reply.text).toBe(200)
  return new Scrape(reply.text)
}
