import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeOuts } from '../../test/close-out-arbitraries.ts'
import { expectInvariants } from '../../test/close-out-invariants.ts'
import { changesOf, expectNamed } from '../../test/changed-statements.ts'
import { workedExamples } from '../../test/close-out-sample.ts'
import { closeOut } from './close-out.ts'

describe('closeOut of 100,000 random deals', () => {
  it('covers the claim, sends back the rest, and in part restores the requirement', () => {
    let inPart = 0
    fc.assert(
      fc.property(closeOuts, (inputs) => {
        const statement = closeOut(inputs)
        expectInvariants(inputs, statement)
        if (statement.scope === 'to_requirement') inPart += 1
      }),
      { numRuns: 100_000 },
    )
    expect(inPart).toBeGreaterThan(1_000)
  }, 600_000)
})

describe('verifyCloseOut', () => {
  it.each(Object.entries(workedExamples))('names each changed digit: %s', (_name, inputs) => {
    expectNamed(changesOf(closeOut(inputs), 'digits'))
  })

  it('names each changed member and digit outside of the inputs of 200 random statements', () => {
    for (const inputs of fc.sample(closeOuts, { numRuns: 200, seed: 31 })) {
      const changes = [...changesOf(closeOut(inputs), 'digits')]
      expectNamed(changes.filter(({ isInput }) => !isInput))
    }
  }, 600_000)
})
