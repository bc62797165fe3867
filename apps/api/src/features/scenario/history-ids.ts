import type { Ids } from '../../platform/ids.ts'
import { SeededIds } from '../../platform/seeded-ids.ts'

/**
 * The ids that a step of a history uses, counted from 0: the same wherever the scenario is loaded.
 * The first id of an accepted order is that of its position.
 */
export function historyIds(scenarioName: string, step: number): Ids {
  return new SeededIds(`scenario ${scenarioName}`, step)
}
