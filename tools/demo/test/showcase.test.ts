import { describe, expect, it } from 'vitest'
import { demoScenario, showcase } from '../src/index.ts'
import { newPublicKeys } from './demo-keys.ts'
import { previewFromScenario } from './scenario-preview.ts'

const scenario = demoScenario({ publicKeys: newPublicKeys() })

describe('each position of the showcase has what it shows', () => {
  it.each(showcase)('$orderNumber to $profile: $shows', ({ positionId, profile, expected }) => {
    const answer = previewFromScenario(scenario, positionId, profile)
    if (typeof answer === 'string') {
      expect(expected).toMatchObject({ reason: answer })
      return
    }
    expect({
      status: 200,
      direction: answer.figures.direction,
      canSubmit: answer.figures.can_submit_m2m,
      reasons: answer.calculation.reasons.map(({ code }) => code),
    }).toEqual(expected)
  })
})
