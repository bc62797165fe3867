import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { closeOuts } from '../../test/close-out-arbitraries.ts'
import { expectInvariants } from '../../test/close-out-invariants.ts'
import { closeOut } from './close-out.ts'

describe('closeOut, whatever the inputs', () => {
  it('covers the claim, sends back the rest, and in part restores the requirement', () => {
    const scopes = new Set<string>()
    fc.assert(
      fc.property(closeOuts, (inputs) => {
        const statement = closeOut(inputs)
        expectInvariants(inputs, statement)
        scopes.add(statement.scope)
      }),
      { numRuns: 200 },
    )
    expect([...scopes].sort()).toEqual(['full', 'to_requirement'])
  })
})
