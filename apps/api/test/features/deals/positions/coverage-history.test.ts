import { type Position, positionHistoriesMax } from '@vadium/schema'
import { expect, it } from 'vitest'
import { withCoverageHistory } from '../../../../src/features/deals/positions/coverage-history.ts'
import { Refusal } from '../../../../src/platform/refusal.ts'

const caller = { credentialId: 'c', organizationId: 'o', role: 'viewer', verified: true }
const position = { id: 'p' } as Position

it('asks a page with histories for so many positions only, whatever page is requested', async () => {
  const sizes: number[] = []
  const read = withCoverageHistory(
    (_after, pageSize) => {
      sizes.push(pageSize)
      return Promise.resolve({ items: [position], end: 'more' })
    },
    { ofLastDays: () => Promise.resolve(new Map()) },
    caller,
    7,
  )
  const page = await read(undefined, 1_000)
  expect(page).toEqual({ items: [{ ...position, coverage_history: [] }], end: 'more' })
  await read('more', 2)
  expect(sizes).toEqual([positionHistoriesMax, 2])
})

it('answers the refusal of either reading', async () => {
  const refusal = new Refusal('UNAUTHENTICATED', [])
  const page = () => Promise.resolve({ items: [position], end: undefined })
  const refuse = () => Promise.resolve(refusal)
  const none = () => Promise.resolve(new Map())
  const refused = [
    withCoverageHistory(refuse, { ofLastDays: none }, caller, 7),
    withCoverageHistory(page, { ofLastDays: refuse }, caller, 7),
  ]
  for (const read of refused) expect(await read(undefined, 1)).toBe(refusal)
})
