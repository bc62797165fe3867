import type { Scenario } from '@vadium/api/scenario'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { referenceRows } from '../../../apps/api/src/features/scenario/rows.ts'
import { defaultProfile, demoProfiles, demoScenario, scenarioText } from '../src/index.ts'
import { newPublicKeys } from './demo-keys.ts'
import { readBack } from './read-back.ts'

const publicKeys = newPublicKeys()
let scenario: Scenario

beforeAll(() => {
  scenario = demoScenario({ publicKeys })
})

describe('the service', () => {
  it('reads the scenario that was written', async () => {
    expect(await readBack(scenario)).toEqual(scenario)
  })

  it('finds every reference of the reference data', () => {
    expect(() => referenceRows(scenario)).not.toThrow()
  })

  it('names a profile without a key', () => {
    const { [defaultProfile]: missing, ...rest } = publicKeys
    expect(missing).toBeDefined()
    expect(() => demoScenario({ publicKeys: rest })).toThrow(defaultProfile)
  })
})

describe('the demo scenario', () => {
  it('is the same text for the same keys, from freshly loaded modules', async () => {
    vi.resetModules()
    const again = await import('../src/index.ts')
    expect(again.demoScenario).not.toBe(demoScenario)
    const text = again.scenarioText(again.demoScenario({ publicKeys }))
    expect(text === scenarioText(scenario)).toBe(true)
  })

  it('differs only in the credentials for other keys', () => {
    const { credentials, ...book } = scenario
    const { credentials: others, ...same } = demoScenario({ publicKeys: newPublicKeys() })
    expect(others).not.toEqual(credentials)
    expect(JSON.stringify(same) === JSON.stringify(book)).toBe(true)
  })
})

describe('the credentials of the demo', () => {
  it('cover the four roles for every organization that lends or borrows', () => {
    const parties = new Set(
      scenario.agreements.flatMap(({ lender_id, borrower_id }) => [lender_id, borrower_id]),
    )
    for (const { id, slug } of scenario.organizations) {
      if (!parties.has(id)) continue
      const roles = demoProfiles.filter(({ organization }) => organization === slug)
      expect(new Set(roles.map(({ role }) => role))).toEqual(
        new Set(['viewer', 'execution', 'reporting', 'admin']),
      )
    }
    expect(parties.size).toBe(6)
  })

  it('include an operator, an expired and a revoked key, and a suspended organization', () => {
    expect(scenario.credentials.filter(({ role }) => role === 'operator')).toHaveLength(1)
    expect(scenario.credentials.filter(({ expires_at }) => expires_at != null)).toHaveLength(1)
    expect(scenario.credentials.filter(({ revoked_at }) => revoked_at != null)).toHaveLength(1)
    const suspended = scenario.organizations.filter(({ status }) => status === 'suspended')
    expect(suspended.map(({ slug }) => slug)).toEqual(['cinder'])
  })
})
