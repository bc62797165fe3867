import { expect, it } from 'vitest'
import { isContextInputName, isPartyName } from './preview-context.ts'

it.each([
  ['lender', true, true],
  ['borrower', true, true],
  ['role_may_create', true, false],
  ['receiver_in_default', true, false],
  ['asset_price', false, false],
  ['toString', false, false],
])('%s is an input of the context: %s, a party: %s', (name, isInput, isParty) => {
  expect(isContextInputName(name)).toBe(isInput)
  expect(isPartyName(name)).toBe(isParty)
})
