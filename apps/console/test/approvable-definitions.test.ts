import { mayNeedApproval, operations } from '@vadium/schema'
import { expect, it } from 'vitest'
import { approvableDefinitions } from '../src/screens/approvals/approvable-definitions.ts'

it('has the words of every operation that may need approval', () => {
  const expected = operations.filter(mayNeedApproval).map((operation) => [operation.id, operation])
  expect(approvableDefinitions).toEqual(Object.fromEntries(expected))
})
