// A process that loads a scenario and is killed at one of its statements.
import { composeHistory } from '../../src/compose/history.ts'
import { loadScenario } from '../../src/features/scenario/load.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

const { DATABASE_URL: url = '', SCENARIO: path = '', DIES_AT: number = '' } = process.env

await withOwnerClient(url, (client) => {
  dieAtStatement(Number(number), false)
  return loadScenario(client, {
    path,
    clock: { now: () => Date.now() },
    services: composeHistory({
      cutTime: '16:00',
      pageTokenKey: Buffer.alloc(32),
      priceAgeSecondsMax: 300,
      transferLateAfterSeconds: 86_400,
    }),
  })
})
