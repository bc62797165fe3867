import {
  chmod,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generateKeyPair } from '@vadium/client'
import { headerNames } from '@vadium/schema'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { keys, typing, vadium } from './terminal.ts'

const URL = 'https://vadium.example.com/v1'
let folder: string
let path: string
let env: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
  path = join(folder, 'config', 'vadium', 'profiles.json')
  env = { XDG_CONFIG_HOME: join(folder, 'config') }
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const add = (name: string, ...more: string[]) =>
  vadium(['profiles', 'add', name, '--url', URL, ...more], { env, stdin: `${keys.privateKey}\n` })

const written = async () => JSON.parse(await readFile(path, 'utf8')) as unknown

async function write(book: unknown, mode = 0o600): Promise<void> {
  await mkdir(join(folder, 'config', 'vadium'), { recursive: true })
  await writeFile(path, typeof book === 'string' ? book : JSON.stringify(book))
  await chmod(path, mode)
}

describe('profiles add', () => {
  it('stores the key from the standard input, in a file for its owner only', async () => {
    const { exitCode, stdout, stderr } = await add('desk')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(await written()).toEqual({
      default: 'desk',
      profiles: { desk: { url: URL, privateKey: keys.privateKey } },
    })
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'config', 'vadium'))).mode & 0o777).toBe(0o700)
    expect(stdout).toContain(keys.publicKey)
    expect(stdout).not.toContain(keys.privateKey.slice(0, 20))
  })

  it('generates a key pair, and prints the public key to be enrolled', async () => {
    const { stdout } = await add('desk', '--generate', '--json')
    const { profiles } = (await written()) as { profiles: { desk: { privateKey: string } } }
    expect(profiles.desk.privateKey).toHaveLength(86)
    expect(profiles.desk.privateKey).not.toBe(keys.privateKey)
    expect(JSON.parse(stdout)).toEqual({
      name: 'desk',
      url: URL,
      public_key: expect.stringMatching(/^[\w-]{43}$/) as string,
      key_command: null,
    })
  })

  it('reads the key from a file', async () => {
    const file = join(folder, 'private.key')
    await writeFile(file, `  ${keys.privateKey}\n`)
    expect((await add('desk', '--key-file', file)).exitCode).toBe(0)
    expect(await written()).toMatchObject({ profiles: { desk: { privateKey: keys.privateKey } } })
  })

  it('asks at a terminal, and does not show what is typed', async () => {
    const { exitCode, stdout, stderr } = await vadium(['profiles', 'add', 'desk', '--url', URL], {
      env,
      stdin: typing(`${keys.privateKey}\r`),
    })
    expect(exitCode).toBe(0)
    expect(stderr).toBe('Private key (not shown): \n')
    expect(stdout).not.toContain(keys.privateKey.slice(0, 20))
    expect(await written()).toMatchObject({ profiles: { desk: { privateKey: keys.privateKey } } })
  })

  it('stores nothing when it ends at Ctrl-C or at the end of the input', async () => {
    for (const typed of ['\u0003', '\u0004', '']) {
      const argv = ['profiles', 'add', 'desk', '--url', URL]
      const { exitCode } = await vadium(argv, { env, stdin: typing(typed) })
      expect(exitCode).toBe(130)
      await expect(stat(path)).rejects.toThrow('ENOENT')
    }
  })

  it('makes the first profile the default, and leaves the others unchanged', async () => {
    await add('desk')
    await add('night', '--generate')
    expect(await written()).toMatchObject({
      default: 'desk',
      profiles: { desk: { privateKey: keys.privateKey }, night: { url: URL } },
    })
    expect(await readdir(join(folder, 'config', 'vadium'))).toEqual(['profiles.json'])
  })

  it('replaces a profile only when requested', async () => {
    await add('desk')
    const { exitCode, stderr } = await add('desk', '--generate')
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--replace')
    expect((await add('desk', '--generate', '--replace')).exitCode).toBe(0)
    expect(await written()).not.toMatchObject({
      profiles: { desk: { privateKey: keys.privateKey } },
    })
  })

  it('replaces the file that a link leads to, not the link', async () => {
    const kept = join(folder, 'kept.json')
    await writeFile(kept, '{"profiles":{}}', { mode: 0o600 })
    await mkdir(join(folder, 'config', 'vadium'), { recursive: true })
    await symlink(kept, path)
    await add('desk')
    expect(await readFile(kept, 'utf8')).toContain('"desk"')
  })

  it.each([
    [['x/y', '--url', URL], '<name>'],
    [['__proto__', '--url', URL], '<name>'],
    [['desk'], '--url'],
    [['desk', '--url', 'ftp://x'], 'baseUrl must be'],
    [['desk', '--url', 'https://me:secret@x'], 'baseUrl must have no credentials'],
    [['desk', '--url', URL, '--generate', '--key-file', 'x'], '--key-file must be absent'],
  ])('refuses %j', async (argv, text) => {
    const ran = await vadium(['profiles', 'add', ...argv], { env, stdin: keys.privateKey })
    expect(ran.exitCode).toBe(2)
    expect(ran.stderr).toContain(text)
    expect(ran.stderr).not.toContain('secret')
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  it('refuses an invalid key without quoting it', async () => {
    const damaged = `${generateKeyPair().privateKey.slice(0, 43)}${keys.privateKey.slice(43)}`
    for (const stdin of ['short', damaged]) {
      const argv = ['profiles', 'add', 'desk', '--url', URL]
      const { exitCode, stderr } = await vadium(argv, { env, stdin })
      expect(exitCode).toBe(2)
      expect(stderr).toContain('privateKey')
      expect(stderr).not.toContain(stdin)
    }
  })
})

describe('the other commands of profiles', () => {
  beforeEach(async () => {
    await add('desk')
    await add('night', '--generate')
  })

  it('list, show, select and remove profiles', async () => {
    const run = async (...argv: string[]) => (await vadium(['profiles', ...argv], { env })).stdout
    expect(await run('list')).toMatch(/^ +NAME +URL +PUBLIC KEY\n\* +desk .*\n +night /)
    expect(await run('show', 'desk')).toContain(keys.publicKey)
    await run('use', 'night')
    expect(JSON.parse(await run('list', '--json'))).toMatchObject({
      default: 'night',
      profiles: [{ name: 'desk', url: URL, public_key: keys.publicKey }, { name: 'night' }],
    })
    expect(await run('remove', 'night')).toContain('There is no default profile now')
    expect(await written()).toEqual({
      profiles: { desk: { url: URL, privateKey: keys.privateKey } },
    })
  })

  it.each(['show', 'use', 'remove'])(
    '%s exits with 2 when the profile does not exist',
    async (verb) => {
      for (const name of ['nobody', 'constructor', '__proto__']) {
        const { exitCode, stderr } = await vadium(['profiles', verb, name], { env })
        expect(exitCode).toBe(2)
        expect(stderr).toContain(`The profile "${name}" does not exist.`)
      }
    },
  )

  it.each(['nihgt', 'Night', 'nigt'])(
    '%s is taken for a mistake of the near name',
    async (name) => {
      for (const argv of [
        ['profiles', 'show', name],
        ['orders', 'list', '--profile', name],
      ]) {
        const { exitCode, stderr } = await vadium(argv, { env })
        expect(exitCode).toBe(2)
        expect(stderr).toContain(`The profile "${name}" does not exist. Did you mean night?`)
      }
      const far = await vadium(['profiles', 'show', 'treasury'], { env })
      expect(far.stderr).toContain('The profile "treasury" does not exist.\n')
    },
  )

  it.each([
    [
      'nowhere/profiles.json',
      'there is no such file, seen from the current folder: give VADIUM_PROFILES',
    ],
    ['/nowhere/profiles.json', 'there is no such file: `vadium profiles add <name>` makes it'],
  ])('say that there is no file: %s', async (path, issue) => {
    const { exitCode, stderr } = await vadium(['orders', 'list', '--profile', 'desk'], {
      env: { VADIUM_PROFILES: path },
    })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`The profile "desk" does not exist.\n  ${path}: ${issue}`)
  })

  it('never print a private key', async () => {
    for (const argv of [
      ['list'],
      ['show', 'desk'],
      ['list', '--json'],
      ['show', 'desk', '--json'],
    ]) {
      const { stdout, stderr } = await vadium(['profiles', ...argv, '--debug'], { env })
      expect(`${stdout}${stderr}`).not.toContain(keys.privateKey.slice(0, 20))
    }
  })
})

describe('the file of profiles', () => {
  const book = { default: 'desk', profiles: { desk: { url: URL, privateKey: keys.privateKey } } }

  it.each([0o644, 0o640, 0o604, 0o660, 0o620, 0o601])('is refused with mode %o', async (mode) => {
    await write(book, mode)
    const { exitCode, stderr } = await vadium(['profiles', 'list'], { env })
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`Run: chmod 600 ${path}`)
  })

  it('is listed although a key in it is damaged', async () => {
    await write({ profiles: { desk: { url: URL, privateKey: 'damaged-key' } } })
    const { exitCode, stdout } = await vadium(['profiles', 'list'], { env })
    expect(exitCode).toBe(0)
    expect(stdout).toContain('none: the private key is damaged')
    const use = await vadium(['transfers', 'list', '--profile', 'desk'], { env })
    expect(use.exitCode).toBe(2)
    expect(use.stderr).not.toContain('damaged-key')
  })

  it.each([0o600, 0o400])('is read with mode %o', async (mode) => {
    await write(book, mode)
    expect((await vadium(['profiles', 'list'], { env })).exitCode).toBe(0)
  })

  it.each([
    '',
    '[]',
    '{"profiles":{"desk":{"url":"x"}}}',
    '{"profiles":{},"more":1}',
    '{"profiles":{"__proto__":{"url":"x","privateKey":"y"}}}',
    `{"profiles":{"a b":{"url":"x","privateKey":"y"}}}`,
  ])('is refused, unchanged and unquoted, when it is %s', async (text) => {
    await write(text)
    const { exitCode, stderr } = await add('desk')
    expect(exitCode).toBe(2)
    expect(stderr).toContain(`${path}: must be {"default"`)
    expect(await readFile(path, 'utf8')).toBe(text)
  })

  it('is at the path in VADIUM_PROFILES', async () => {
    await write(book)
    const { stdout } = await vadium(['profiles', 'list'], { env: { VADIUM_PROFILES: path } })
    expect(stdout).toContain('desk')
    const home = await vadium(['profiles', 'list'], { env: { HOME: folder } })
    expect(home.stdout).toContain('No profiles.')
  })
})

describe('the key and the service of a command come from', () => {
  const other = generateKeyPair()

  async function signed(
    argv: readonly string[],
    variables: (url: string) => Record<string, string>,
  ) {
    await using here = await loopbackService(json('{"transfers":[]}'))
    await using there = await loopbackService(json('{"transfers":[]}'))
    await write({
      default: 'desk',
      profiles: {
        desk: { url: `${here.url}/v1/`, privateKey: keys.privateKey },
        night: { url: there.url, privateKey: other.privateKey },
      },
    })
    const ran = await vadium(['transfers', 'list', ...argv], {
      env: { ...env, ...variables(there.url) },
    })
    const arrived = [
      ...here.arrived.map((request) => ({ at: 'here', ...request })),
      ...there.arrived.map((request) => ({ at: 'there', ...request })),
    ]
    return { ran, arrived: arrived.map((a) => [a.at, a.headers[headerNames.apiKey.toLowerCase()]]) }
  }

  it.each([
    ['the default profile', [], () => ({}), 'here', keys],
    ['VADIUM_PROFILE', [], () => ({ VADIUM_PROFILE: 'night' }), 'there', other],
    [
      '--profile before it',
      ['--profile', 'desk'],
      () => ({ VADIUM_PROFILE: 'night' }),
      'here',
      keys,
    ],
    ['VADIUM_URL', [], (url: string) => ({ VADIUM_URL: url }), 'there', keys],
    [
      'variables alone',
      [],
      (url: string) => ({ VADIUM_URL: url, VADIUM_PRIVATE_KEY: other.privateKey }),
      'there',
      other,
    ],
    [
      '--profile before all variables',
      ['--profile', 'desk'],
      (url: string) => ({ VADIUM_URL: url, VADIUM_PRIVATE_KEY: other.privateKey }),
      'here',
      keys,
    ],
  ] as const)('%s', async (_name, argv, variables, at, { publicKey }) => {
    const { ran, arrived } = await signed(argv, variables)
    expect(ran.exitCode).toBe(0)
    expect(arrived).toEqual([[at, publicKey]])
  })

  it('nowhere when they are not set, and the command exits with 2', async () => {
    const nothing = await vadium(['transfers', 'list'], { env })
    expect(nothing.exitCode).toBe(2)
    expect(nothing.stderr).toContain('vadium profiles add')
    const half = await vadium(['transfers', 'list'], {
      env: { ...env, VADIUM_PRIVATE_KEY: keys.privateKey },
    })
    expect(half.exitCode).toBe(2)
    expect(half.stderr).toContain('VADIUM_URL')
  })
})

describe('completion', () => {
  /** What the shell gets for the last word. */
  async function completed(...words: string[]): Promise<string[]> {
    const print = vi.spyOn(console, 'log').mockImplementation(() => undefined)
    const { exitCode } = await vadium(['complete', '--', ...words], { env })
    const lines = print.mock.calls.map(([line]) => String(line).split('\t')[0] ?? '')
    print.mockRestore()
    expect(exitCode).toBe(0)
    return lines.slice(0, -1)
  }

  it('completes the names of profiles, and the flags of every command', async () => {
    await add('desk')
    await add('night')
    expect(await completed('--profile', '')).toEqual(['desk', 'night'])
    expect(await completed('transfers', 'list', '--profile', 'n')).toEqual(['night'])
    expect(await completed('profiles', 'use', 'd')).toEqual(['desk'])
    expect(await completed('profiles', 'add', 'd')).toEqual([])
    expect(await completed('orders', 'get', '--js')).toEqual(['--json'])
    // A flag without a value is followed by another word.
    expect(await completed('orders', 'list', '--json', '--stat')).toEqual(['--status'])
  })

  it('completes no profile from a file that cannot be read', async () => {
    await write('{')
    expect(await completed('transfers', 'list', '--profile', '')).toEqual([])
  })
})
