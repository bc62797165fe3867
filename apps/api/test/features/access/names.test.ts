import { type TSchema, Type } from '@sinclair/typebox'
import {
  createAccount,
  createAsset,
  createCustodian,
  createOrganization,
  createWallet,
  createWebhookEndpoint,
} from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { validatorOf } from '../../../src/platform/http/validation.ts'

/** Every name that a caller can set, and where it is in the request. */
const named = [
  [createOrganization, 'name'],
  [createAccount, 'name'],
  [createWallet, 'name'],
  [createCustodian, 'name'],
  [createAsset, 'name'],
  [createWebhookEndpoint, 'description'],
] as const

const unseen = [
  ['a mark of direction', '\u202e'],
  ['an isolate', '\u2066'],
  ['a zero-width space', '\u200b'],
  ['a zero-width joiner', '\u200d'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a combining joiner', '\u034f'],
  ['a Hangul filler', '\u3164'],
  ['an empty Braille cell', '\u2800'],
  ['a tag', '\u{e0041}'],
] as const

describe.each(named)('$id', (operation, field) => {
  const schema = Object.entries<TSchema>(operation.body.properties).find(
    ([member]) => member === field,
  )?.[1]
  const check = validatorOf(Type.Object({ [field]: schema ?? Type.Never() }), '')
  const faultOf = (text: string) => check({ [field]: text })

  it.each(unseen)('refuses %s anywhere in a name', (_what, character) => {
    for (const text of [
      `Har${character}bor`,
      `${character}Harbor`,
      `Harbor${character}`,
      character,
    ])
      expect(faultOf(text)).toMatchObject({ field })
  })

  it('accepts a name in any language', () => {
    for (const text of ['Harbor Bank', 'Zürich & Söhne', '三菱', 'بنك', 'बैंक', '한국은행'])
      expect(faultOf(text)).toBeUndefined()
  })
})
