import { expect, it } from 'vitest'
import shared from '../../../../vitest.shared.ts'

// vitest runs a global setup in an environment of its own, which knows nothing of the others.
it('sets up the tests of the service from sources, so that they need no build', () => {
  const conditions = expect.arrayContaining(['@vadium/source']) as string[]
  expect(shared).toMatchObject({ environments: { __vitest__: { resolve: { conditions } } } })
})
