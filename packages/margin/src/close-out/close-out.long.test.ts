import fc from 'fast-check'
import { describe, it } from 'vitest'
import { closeOuts, closeOutsInFull, closeOutsInPart } from '../../test/close-out-arbitraries.ts'
import { expectInvariants } from '../../test/close-out-invariants.ts'
import { changesOf, expectNamed } from '../../test/changed-statements.ts'
import { workedExamples } from '../../test/close-out-sample.ts'
import { closeOut } from './close-out.ts'

describe('closeOut of 100,000 random deals', () => {
  it.each([
    ['of a borrower in default in full', closeOutsInFull('borrower'), 'full'],
    ['of a lender in default', closeOutsInFull('lender'), 'full'],
    // A part that does not exist leaves one in full, which is checked and not counted.
    ['in part', closeOutsInPart, 'to_requirement'],
  ] as const)(
    'covers the claim, sends back the rest, and in part restores the requirement: %s',
    (_which, deals, scope) => {
      fc.assert(
        fc.property(deals, (inputs) => {
          const statement = closeOut(inputs)
          expectInvariants(inputs, statement)
          fc.pre(statement.scope === scope)
        }),
        { numRuns: 100_000 },
      )
    },
    600_000,
  )
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
