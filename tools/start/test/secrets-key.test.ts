import { readFileSync, statSync } from 'node:fs'
import { expect, it } from 'vitest'
import { secretsKeySetting } from '../src/secrets-key.ts'
import { temporaryFolder } from './temporary-folder.ts'

const textOf = (path: string | undefined) => readFileSync(path ?? '', 'utf8')

it('generates the key once, in a file that only its owner can read', () => {
  const folder = temporaryFolder()
  const { SECRETS_KEY_FILE: path } = secretsKeySetting(folder, {})
  expect(textOf(path)).toMatch(/^[A-Za-z0-9_-]{43}\n$/)
  expect(statSync(path ?? '').mode & 0o777).toBe(0o600)
  const first = textOf(path)
  expect(secretsKeySetting(folder, {})).toEqual({ SECRETS_KEY_FILE: path })
  expect(textOf(path)).toBe(first)
  const other = secretsKeySetting(temporaryFolder(), {})
  expect(textOf(other['SECRETS_KEY_FILE'])).not.toBe(first)
})

it.each([['SECRETS_KEY'], ['SECRETS_KEY_FILE']])('generates no key when %s is set', (name) => {
  expect(secretsKeySetting('/there/is/no/such/folder', { [name]: 'given' })).toEqual({})
})
