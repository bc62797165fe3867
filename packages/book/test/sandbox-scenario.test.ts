import { generateKeyPair } from '@vadium/client'
import { describe, expect, it } from 'vitest'
import { referenceRows } from '../../../apps/api/src/features/scenario/rows.ts'
import { sandboxProfiles, sandboxScenario } from '../src/index.ts'
import { readBack } from './read-back.ts'

const publicKeys = Object.fromEntries(
  sandboxProfiles.map(({ name }) => [name, generateKeyPair().publicKey]),
)
const scenario = sandboxScenario({ publicKeys })

describe.each([
  ['the default time', undefined],
  ['midnight', Date.parse('2024-03-01T00:00:00.000Z')],
  ['the last millisecond of a day', Date.parse('2019-12-31T23:59:59.999Z')],
])('a sandbox that starts at %s', (_name, time) => {
  const book = sandboxScenario({ publicKeys, ...(time !== undefined && { time }) })

  it('passes the check of the loader', async () => {
    expect(await readBack(book)).toEqual(book)
    expect(() => referenceRows(book)).not.toThrow()
  })

  it('has nothing that happened later than it starts', () => {
    const start = new Date(time ?? '2026-01-05T09:00:00.000Z').toISOString()
    const times = JSON.stringify(book).match(/\d{4}-\d\d-\d\dT[\d:.]+Z/g) ?? []
    expect(times.length).toBeGreaterThan(10)
    expect(times.filter((one) => one > start)).toEqual([])
  })
})

it('has an operator, a lender and a borrower, each with a key of its own', () => {
  expect(scenario.credentials.map(({ role, public_key }) => [role, public_key])).toEqual([
    ['operator', publicKeys['sandbox-operator']],
    ['admin', publicKeys['sandbox-lender']],
    ['admin', publicKeys['sandbox-borrower']],
  ])
  const owners = scenario.accounts.map(({ organization_id }) => organization_id)
  expect(new Set(owners).size).toBe(3)
  expect(owners.toSorted()).toEqual(scenario.organizations.map(({ id }) => id).toSorted())
})

it('has assets and a simulated custodian, and lender and borrower have agreed on terms', () => {
  expect(scenario.custodians.map(({ adapter }) => adapter)).toEqual(['simulated'])
  expect(new Set(scenario.wallets.map(({ custodian }) => custodian))).toEqual(
    new Set(scenario.custodians.map(({ id }) => id)),
  )
  expect(scenario.assets.map(({ symbol }) => symbol)).toEqual(
    expect.arrayContaining(['BTC', 'USDC']),
  )
  expect(scenario.agreements).toHaveLength(1)
})

it('quotes no asset that `npm run demo` quotes, so the figures of that deal stay the same', () => {
  const quoted = scenario.prices.map(({ asset }) => asset)
  expect(quoted.toSorted()).toEqual(['ETH', 'USDT'])
})
