import type { EarlierScenario as Scenario } from '@vadium/api/scenario'

/** A scenario as JSON with one item a line: a person can read it, and `grep` and `diff` can. */
export function scenarioText(scenario: Scenario): string {
  const members = Object.entries(scenario).map(([name, value]) => {
    const text = Array.isArray(value)
      ? `[\n${value.map((item) => JSON.stringify(item)).join(',\n')}\n]`
      : JSON.stringify(value)
    return `${JSON.stringify(name)}: ${text}`
  })
  return `{\n${members.join(',\n')}\n}\n`
}
