import { expect, it } from 'vitest'
import { namedUuid } from '../../src/platform/named-uuid.ts'

it('the id of a name is that of RFC 9562', () => {
  const ofDomains = '6ba7b810-9dad-11d1-80b4-00c04fd430c8'
  expect(namedUuid(ofDomains, 'www.example.com')).toBe('2ed6657d-e927-568b-95e1-2665a8aea6a2')
})
