import { isFinal, type StateMachine, stateMachines, statesOf, statusSets } from '@vadium/schema'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, type TestDatabase } from '../../../harness/database.ts'

const machines = stateMachines.filter(({ id }) => id !== 'provider_lifecycle')
const setsOf = (machine: StateMachine): readonly (readonly string[])[] => [
  ...Object.entries<Readonly<Record<string, readonly string[]>>>(statusSets)
    .filter(([id]) => id === machine.id)
    .flatMap(([, sets]) => Object.values(sets)),
  // Every state that is not final, derived from the machine.
  statesOf(machine).filter((state) => !isFinal(machine, state)),
]
const inOrder = (states: readonly string[]) => [...states].sort().join(' ')
const known = (some: readonly StateMachine[]) => some.flatMap(setsOf).map(inOrder)

let database: TestDatabase
beforeAll(async () => {
  database = await createDatabase()
})
afterAll(() => database.drop())

const tableOf = ({ id }: StateMachine) => `${id.replace(/y$/, 'ie').replace(/s$/, 'se')}s`

/** The lists of states in some SQL, of two states or more. */
function listsIn(sql: string): string[] {
  return [...sql.matchAll(/(?:status|state) (?:= ANY \(ARRAY\[|IN \()([^\])]+)/g)]
    .map(([, list = '']) => [...list.matchAll(/'([A-Z_]+)'/g)].map(([, state = '']) => state))
    .filter(({ length }) => length > 1)
    .map(inOrder)
}

describe.each(machines)('the sets of $id', (machine) => {
  it('contain only states of the machine, each once', () => {
    for (const set of setsOf(machine)) {
      expect(statesOf(machine)).toEqual(expect.arrayContaining([...set]))
      expect(new Set(set).size).toBe(set.length)
    }
  })

  it('are those in the indexes of its table', async () => {
    const { rows } = await database.query<{ definition: string }>(
      `SELECT indexdef AS definition FROM pg_indexes
       WHERE schemaname = 'public' AND tablename = $1 AND indexdef ~ ' WHERE '`,
      [tableOf(machine)],
    )
    const lists = rows.flatMap(({ definition }) => listsIn(definition))
    expect(known([machine])).toEqual(expect.arrayContaining(lists))
    // A machine with one open state has no list of states.
    const isLong = setsOf(machine).some((set) => set.length > 1)
    const leavesOut = rows.some(({ definition }) => / <> '[A-Z_]+'/.test(definition))
    expect(lists.length > 0 || (isLong && leavesOut)).toBe(isLong)
  })
})

it('lists states in the functions of the database only as the sets do', async () => {
  const { rows } = await database.query<{ source: string }>(
    `SELECT prosrc AS source FROM pg_proc WHERE pronamespace = 'public'::regnamespace`,
  )
  const lists = rows.flatMap(({ source }) => listsIn(source))
  expect(known(machines)).toEqual(expect.arrayContaining(lists))
  expect(lists.length).toBeGreaterThan(0)
})

it('distinguishes transfers that are under way, failed, and settled', () => {
  const transfer = stateMachines.find(({ id }) => id === 'transfer')
  const { underWay, failed, counting } = statusSets.transfer
  expect([...underWay, 'COMPLETED']).toEqual(counting)
  expect(inOrder([...counting, ...failed])).toBe(inOrder(Object.keys(transfer?.states ?? {})))
})
