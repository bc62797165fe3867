import { statSync, utimesSync } from 'node:fs'
import { generateKeyPair } from '@vadium/client'
import { demoProfiles } from '@vadium/demo'
import { expect, it } from 'vitest'
import { writeDemoBook } from '../src/demo-book.ts'
import { temporaryFolder } from './temporary-folder.ts'

function newPublicKeys(): Record<string, string> {
  return Object.fromEntries(demoProfiles.map(({ name }) => [name, generateKeyPair().publicKey]))
}

it('is written once for the same keys, and has one database', () => {
  const folder = temporaryFolder()
  const publicKeys = newPublicKeys()
  const { path, databaseName } = writeDemoBook(folder, publicKeys)
  utimesSync(path, 1, 1)
  expect(writeDemoBook(folder, publicKeys)).toEqual({ path, databaseName })
  expect(statSync(path).mtimeMs).toBe(1000)
})

it('has another database for other keys, because the old one would refuse it', () => {
  const folder = temporaryFolder()
  const { databaseName } = writeDemoBook(folder, newPublicKeys())
  expect(writeDemoBook(folder, newPublicKeys()).databaseName).not.toBe(databaseName)
  expect(databaseName).toMatch(/^demo_[0-9a-f]{12}$/)
})
