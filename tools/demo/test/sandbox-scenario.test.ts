import { generateKeyPair } from '@vadium/client'
import { expect, it } from 'vitest'
import { referenceRows } from '../../../apps/api/src/features/scenario/rows.ts'
import { sandboxScenario } from '../src/index.ts'
import { readBack } from './read-back.ts'

const { publicKey } = generateKeyPair()
const scenario = sandboxScenario({ publicKey })

it('passes the check of the loader', async () => {
  expect(await readBack(scenario)).toEqual(scenario)
  expect(() => referenceRows(scenario)).not.toThrow()
})

it('has an operator, assets and a simulated custodian, and no lender or borrower', () => {
  expect(scenario.credentials).toMatchObject([{ role: 'operator', public_key: publicKey }])
  expect(scenario.organizations.map(({ slug }) => slug)).toEqual(['vadium'])
  expect(scenario.custodians.map(({ adapter }) => adapter)).toEqual(['simulated'])
  expect(scenario.assets.map(({ symbol }) => symbol)).toEqual(
    expect.arrayContaining(['BTC', 'USDC']),
  )
  expect(scenario.wallets).toEqual([])
  expect(scenario.agreements).toEqual([])
  expect(scenario.history).toEqual([])
})
