import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '@vadium/local-postgres'
import { describe, expect, it } from 'vitest'
import { writeBook } from '../src/books.ts'
import { createPrivateFile, secretIn } from '../src/private-files.ts'
import { readSettings, serviceUrl } from '../src/settings.ts'
import { welcome } from '../src/welcome.ts'
import { temporaryFolder } from './built-start.ts'

interface ProfileFile {
  default: string
  profiles: Record<string, { url: string; privateKey: string }>
}

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as ProfileFile
const bookOf = (root: string, environment = {}) => writeBook(readSettings(environment, root))

describe('the keys of a book', () => {
  it('are the same at each start, and on another port, which has a file of its own', () => {
    const root = temporaryFolder()
    const first = bookOf(root)
    expect(first.profiles).toBe(join(root, 'data/demo/profiles.json'))
    const before = read(first.profiles)
    const second = bookOf(root, { PORT: '4000' })
    expect(second).toMatchObject({ databaseName: first.databaseName, sides: first.sides })
    expect(second.profiles).toBe(join(root, 'data/demo/profiles-4000.json'))
    expect(read(second.profiles).profiles['harbor-execution']).toEqual({
      ...before.profiles['harbor-execution'],
      url: 'http://127.0.0.1:4000',
    })
    expect(read(first.profiles)).toEqual(before)
    expect(bookOf(temporaryFolder()).databaseName).not.toBe(first.databaseName)
  })

  it('can be read by their owner alone, as every file of a start', () => {
    const root = temporaryFolder()
    const { path, profiles } = bookOf(root, { SANDBOX: '1' })
    chmodSync(profiles, 0o644)
    bookOf(root, { SANDBOX: '1' })
    const modes = [path, profiles, join(root, 'data/sandbox/keys.secret')].map(
      (file) => statSync(file).mode & 0o777,
    )
    expect(modes).toEqual([0o600, 0o600, 0o600])
    expect(statSync(join(root, 'data/sandbox')).mode & 0o777).toBe(0o700)
  })

  it('leave alone what the user has added to the file, and a file that is none', () => {
    const root = temporaryFolder()
    const { profiles } = bookOf(root)
    const mine = { url: 'https://vadium.example', privateKey: 'mine' }
    const file = read(profiles)
    writeFileSync(
      profiles,
      JSON.stringify({ default: 'mine', profiles: { ...file.profiles, mine } }),
    )
    bookOf(root, { BASE_PATH: '/v1' })
    expect(read(profiles)).toMatchObject({ default: 'mine', profiles: { mine } })
    expect(read(profiles).profiles['harbor-execution']?.url).toBe('http://127.0.0.1:3000/v1')
    writeFileSync(profiles, '{"profiles": {')
    expect(() => bookOf(root)).toThrow(StartError)
    expect(readFileSync(profiles, 'utf8')).toBe('{"profiles": {')
  })
})

it('says in one sentence that a file cannot be written', () => {
  expect(() => createPrivateFile('/sys/vadium/profiles.json', '')).toThrow(StartError)
})

it('makes a secret once, and gives another folder another one', () => {
  const path = join(temporaryFolder(), 'secrets.key')
  const secret = secretIn(path)
  expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
  expect(secretIn(path)).toBe(secret)
  expect(secretIn(join(temporaryFolder(), 'secrets.key'))).not.toBe(secret)
})

it('gives a sandbox of another seed another database, and one of another time another book', () => {
  const root = temporaryFolder()
  const sandbox = { SANDBOX: '1' }
  const seeds = ['a', 'b'].map((seed) => bookOf(root, { ...sandbox, SANDBOX_SEED: seed }))
  expect(new Set(seeds.map(({ databaseName }) => databaseName)).size).toBe(2)
  const [usual, later] = ['', '2027-01-04T09:00:00.000Z'].map((SANDBOX_TIME) =>
    readFileSync(bookOf(root, { ...sandbox, SANDBOX_TIME }).path, 'utf8'),
  )
  expect(later).not.toBe(usual)
})

describe('the settings', () => {
  it.each(['http', '-1', '65536', '3000.5', ' 3000'])('refuse %j as a port', (PORT) => {
    expect(() => readSettings({ PORT }, '/project')).toThrow(StartError)
  })

  it.each([
    [{ PORT: '', DATABASE_URL: '' }, 'http://127.0.0.1:3000'],
    [{ PORT: '8080', BASE_PATH: '/v1', HOST: '0.0.0.0' }, 'http://127.0.0.1:8080/v1'],
    [{ HOST: '::' }, 'http://[::1]:3000'],
  ])('%j are found at %s', (environment, url) => {
    expect(serviceUrl(readSettings(environment, '/project'))).toBe(url)
  })
})

it('prints no key and no line with profiles for a scenario of the user', () => {
  const settings = readSettings({ SCENARIO: '/books/own.json', SANDBOX: '1' }, '/project')
  const text = welcome(settings, undefined)
  expect(text).toContain('/books/own.json')
  expect(text).toContain('npm run demo -- --profile')
  expect(text).not.toMatch(/npx vadium|key=/)
})
