// A process that runs a command on the host of the database and is killed at one of its statements.
import { bootstrapOperators } from '../../src/features/installation/first-operators.ts'
import { recoverAccess } from '../../src/features/installation/recovery.ts'
import { withOwnerClient } from '../../src/platform/db/pool.ts'
import { randomIds } from '../../src/platform/ids.ts'
import { systemClock } from '../../src/platform/clock.ts'
import { dieAtStatement } from './death-at-a-statement.ts'

const { DATABASE_URL: url = '', COMMAND, KEYS = '', DIES_AT: number = '' } = process.env
const [first = '', second = ''] = KEYS.split(' ')
const parts = { clock: systemClock, ids: randomIds }

await withOwnerClient<object>(url, (client) => {
  dieAtStatement(Number(number), false)
  return COMMAND === 'bootstrap'
    ? bootstrapOperators(
        client,
        { slug: 'vadium', name: 'Vadium', publicKeys: [first, second] },
        parts,
      )
    : recoverAccess(
        client,
        { slug: 'vadium', publicKeys: [first, second], lostCredentialIds: [] },
        parts,
      )
})
