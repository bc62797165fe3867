import type { Scenario } from '@vadium/api/scenario'

/** A scenario as JSON with one item a line, for people, `grep` and `diff`. */
export function scenarioText(scenario: Scenario): string {
  const members = Object.entries(scenario).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}: ${text}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}
