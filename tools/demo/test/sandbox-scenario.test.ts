import { generateKeyPair } from '@vadium/client'
import { expect, it } from 'vitest'
import { compileValidator } from '../../../apps/api/src/platform/http/validation.ts'
import { earlierRows } from '../../../apps/api/src/features/scenario/rows.ts'
import { EarlierScenario as Scenario } from '../../../apps/api/src/features/scenario/scenario.ts'
import { sandboxScenario, scenarioText } from '../src/index.ts'

const { publicKey } = generateKeyPair()
const scenario = sandboxScenario({ publicKey })

it('passes the check of the loader', () => {
  const fault = compileValidator(Scenario, '')(JSON.parse(scenarioText(scenario)))
  expect(fault).toBeUndefined()
  expect(() => earlierRows(scenario)).not.toThrow()
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
})
