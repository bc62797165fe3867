import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeOuts } from '../../test/close-out-arbitraries.ts'
import { expectInvariants } from '../../test/close-out-invariants.ts'
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
