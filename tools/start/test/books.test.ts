import { readFileSync, statSync, utimesSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { writeDemoBook, writeSandboxBook } from '../src/books.ts'
import { profilesPath } from '../src/profile-keys.ts'
import { temporaryFolder } from './temporary-folder.ts'

const url = 'http://127.0.0.1:3000'

describe.each([
  ['the demo book', 'demo', writeDemoBook],
  [
    'the book of a sandbox',
    'sandbox',
    (folder: string, address: string) => writeSandboxBook(folder, address, 'a seed'),
  ],
])('%s', (_name, kind, write) => {
  it('is written once for the same keys, and has one database', () => {
    const folder = temporaryFolder()
    const { path, databaseName } = write(folder, url)
    utimesSync(path, 1, 1)
    expect(write(folder, 'http://127.0.0.1:4000')).toMatchObject({ path, databaseName })
    expect(statSync(path).mtimeMs).toBe(1000)
  })

  it('has another database for other keys, because the old one would refuse them', () => {
    const { databaseName } = write(temporaryFolder(), url)
    expect(write(temporaryFolder(), url).databaseName).not.toBe(databaseName)
    expect(databaseName).toMatch(new RegExp(`^${kind}_[0-9a-f]{12}$`))
  })
})

describe('a sandbox', () => {
  it('with another seed has another database and the same book', () => {
    const folder = temporaryFolder()
    const first = writeSandboxBook(folder, url, 'a seed')
    const text = readFileSync(first.path, 'utf8')
    const second = writeSandboxBook(folder, url, 'another')
    expect(second.databaseName).not.toBe(first.databaseName)
    expect(readFileSync(second.path, 'utf8')).toBe(text)
  })

  it('with another first time has another book, and with one that is none the usual book', () => {
    const folder = temporaryFolder()
    const bookAt = (time?: string) =>
      readFileSync(writeSandboxBook(folder, url, '', time).path, 'utf8')
    expect(bookAt('2027-01-04T09:00:00.000Z')).not.toBe(bookAt())
    expect(bookAt('yesterday')).toBe(bookAt())
  })

  it('has a profile for the operator, the lender and the borrower', () => {
    const folder = temporaryFolder()
    const { path } = writeSandboxBook(folder, url, '')
    const file = JSON.parse(readFileSync(profilesPath(folder), 'utf8')) as object
    expect(file).toMatchObject({ default: 'sandbox-operator' })
    expect(Object.keys((file as { profiles: object }).profiles)).toEqual([
      'sandbox-operator',
      'sandbox-lender',
      'sandbox-borrower',
    ])
    const book = JSON.parse(readFileSync(path, 'utf8')) as { credentials: object[] }
    expect(book.credentials).toMatchObject([
      { role: 'operator' },
      { role: 'admin' },
      { role: 'admin' },
    ])
  })
})
