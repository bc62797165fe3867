import { chmodSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { signRequest } from '@vadium/client'
import { defaultProfile, demoProfiles } from '@vadium/book'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keepProfiles, profilesPath } from '../src/profile-keys.ts'
import { StartError } from '../src/start-error.ts'
import { temporaryFolder } from './temporary-folder.ts'

const url = 'http://127.0.0.1:3000'
const demoNames = demoProfiles.map(({ name }) => name)

function demoPublicKeys(folder: string, address: string) {
  return demoStart(folder, address).publicKeys
}

function demoStart(folder: string, address: string) {
  return keepProfiles(folder, address, { names: demoNames, first: defaultProfile })
}

interface ProfileFile {
  default: string
  profiles: Record<string, { url: string; privateKey: string }>
}

function readFile(folder: string, path = profilesPath(folder)): ProfileFile {
  return JSON.parse(readFileSync(path, 'utf8')) as ProfileFile
}

function changeFile(folder: string, change: (file: ProfileFile) => void): void {
  const file = readFile(folder)
  change(file)
  writeFileSync(profilesPath(folder), JSON.stringify(file))
}

describe('the first start', () => {
  it('generates a key for every profile of the demo, and returns the public keys', () => {
    const folder = join(temporaryFolder(), 'demo')
    const publicKeys = demoPublicKeys(folder, url)
    const file = readFile(folder)
    expect(Object.keys(file.profiles)).toEqual(demoNames)
    expect(file.default).toBe(defaultProfile)
    for (const [name, profile] of Object.entries(file.profiles)) {
      expect(Object.keys(profile)).toEqual(['url', 'privateKey'])
      expect(profile.url).toBe(url)
      const signed = signRequest({ method: 'GET', target: '/' }, profile.privateKey)
      expect(signed['X-API-Key']).toBe(publicKeys[name])
    }
    expect(new Set(Object.values(publicKeys)).size).toBe(demoNames.length)
  })

  it('lets no other user read them, whatever the umask', () => {
    const folder = join(temporaryFolder(), 'demo')
    const before = process.umask(0)
    onTestFinished(() => {
      process.umask(before)
    })
    demoPublicKeys(folder, url)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
    expect(statSync(profilesPath(folder)).mode & 0o777).toBe(0o600)
  })
})

describe('a later start', () => {
  it('uses the existing keys, and does not change the file', () => {
    const folder = temporaryFolder()
    const publicKeys = demoPublicKeys(folder, url)
    utimesSync(profilesPath(folder), 1, 1)
    expect(demoPublicKeys(folder, url)).toEqual(publicKeys)
    expect(statSync(profilesPath(folder)).mtimeMs).toBe(1000)
  })

  it('on the same port follows the address of the service', () => {
    const folder = temporaryFolder()
    const publicKeys = demoPublicKeys(folder, url)
    const moved = 'http://127.0.0.1:3000/v1'
    expect(demoStart(folder, moved)).toMatchObject({ path: profilesPath(folder), publicKeys })
    const urls = Object.values(readFile(folder).profiles).map((profile) => profile.url)
    expect(new Set(urls)).toEqual(new Set([moved]))
  })

  it('keeps what the user has added', () => {
    const folder = temporaryFolder()
    demoPublicKeys(folder, url)
    const own = { url: 'https://vadium.example', privateKey: 'mine' }
    changeFile(folder, (file) => {
      file.profiles['mine'] = own
      file.default = 'mine'
    })
    demoPublicKeys(folder, `${url}/v1`)
    expect(readFile(folder).profiles['mine']).toEqual(own)
    expect(readFile(folder).default).toBe('mine')
  })

  it('generates the key of a profile that is new or was deleted', () => {
    const folder = temporaryFolder()
    const { [defaultProfile]: old, ...others } = demoPublicKeys(folder, url)
    changeFile(folder, (file) => {
      file.profiles = Object.fromEntries(
        Object.entries(file.profiles).filter(([name]) => name !== defaultProfile),
      )
    })
    const now = demoPublicKeys(folder, url)
    expect(now).toMatchObject(others)
    expect(now[defaultProfile]).not.toBe(old)
  })

  it('restricts the mode of a file that a copy has opened to others', () => {
    const folder = temporaryFolder()
    demoPublicKeys(folder, url)
    chmodSync(profilesPath(folder), 0o644)
    demoPublicKeys(folder, url)
    expect(statSync(profilesPath(folder)).mode & 0o777).toBe(0o600)
  })
})

describe('a start on another port', () => {
  const other = 'http://127.0.0.1:4000'

  it('leaves the profiles of the first port unchanged, and has its own with the same keys', () => {
    const folder = temporaryFolder()
    const publicKeys = demoPublicKeys(folder, url)
    const before = readFileSync(profilesPath(folder), 'utf8')
    const second = demoStart(folder, other)
    expect(second.publicKeys).toEqual(publicKeys)
    expect(second.path).toBe(join(folder, 'profiles-4000.json'))
    expect(readFileSync(profilesPath(folder), 'utf8')).toBe(before)
    const file = readFile(folder, second.path)
    expect(file.default).toBe(defaultProfile)
    for (const name of demoNames) {
      const { privateKey = '' } = readFile(folder).profiles[name] ?? {}
      expect(file.profiles[name]).toEqual({ url: other, privateKey })
    }
    expect(statSync(second.path).mode & 0o777).toBe(0o600)
  })

  it('keeps its file, and what the user has added', () => {
    const folder = temporaryFolder()
    demoPublicKeys(folder, url)
    const { path } = demoStart(folder, other)
    utimesSync(path, 1, 1)
    expect(demoStart(folder, other).path).toBe(path)
    expect(statSync(path).mtimeMs).toBe(1000)
    const own = { url: 'https://vadium.example', privateKey: 'mine' }
    const file = readFile(folder, path)
    writeFileSync(path, JSON.stringify({ ...file, profiles: { ...file.profiles, mine: own } }))
    demoStart(folder, `${other}/v1`)
    expect(readFile(folder, path).profiles['mine']).toEqual(own)
    expect(readFile(folder, path).profiles[defaultProfile]?.url).toBe(`${other}/v1`)
  })

  it('owns the first file when it is the first start', () => {
    const folder = temporaryFolder()
    expect(demoStart(folder, other).path).toBe(profilesPath(folder))
    expect(demoStart(folder, url).path).toBe(join(folder, 'profiles-3000.json'))
  })
})

describe('a damaged file', () => {
  it.each([
    ['invalid JSON', '{"profiles": {'],
    ['empty', ''],
    ['a list', '[]'],
    ['without profiles', '{}'],
    ['with a profile of another form', '{"profiles": {"mine": {"url": 1}}}'],
  ])('(%s) is reported, and left unchanged', (_, text) => {
    const folder = temporaryFolder()
    writeFileSync(profilesPath(folder), text)
    expect(() => demoPublicKeys(folder, url)).toThrow(StartError)
    expect(() => demoPublicKeys(folder, url)).toThrow(profilesPath(folder))
    expect(readFileSync(profilesPath(folder), 'utf8')).toBe(text)
  })

  it('is not quoted, even where only one key is damaged', () => {
    const folder = temporaryFolder()
    demoPublicKeys(folder, url)
    const damaged = `${readFile(folder).profiles[defaultProfile]?.privateKey.slice(0, 80) ?? ''}A`
    changeFile(folder, ({ profiles }) => {
      profiles[defaultProfile] = { url, privateKey: damaged }
    })
    const attempt = () => demoPublicKeys(folder, url)
    expect(attempt).toThrow(new RegExp(`damaged private key for ${defaultProfile}`))
    expect(attempt).not.toThrow(damaged.slice(0, 20))
  })
})
