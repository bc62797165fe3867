import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, open, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { generateKeyPair } from '@vadium/client'
import { headerNames } from '@vadium/schema'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { json, loopbackService, refusal } from './loopback-service.ts'
import { keys, vadium } from './terminal.ts'

const URL = 'https://vadium.example.com/v1'
let folder: string
let path: string
let env: Record<string, string>

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
  path = join(folder, 'vadium', 'profiles.json')
  env = { VADIUM_PROFILES: path }
})

afterEach(async () => {
  await rm(folder, { recursive: true })
})

const written = async () => JSON.parse(await readFile(path, 'utf8')) as unknown

describe('a key command', () => {
  const keychain = () => join(folder, 'keychain')
  const withCommand = (command: string, ...more: string[]) =>
    vadium(['profiles', 'add', 'desk', '--url', URL, '--key-command', command, ...more], { env })
  beforeEach(() => writeFile(keychain(), `${keys.privateKey}\n`))

  it('is stored with the public key, and without the private key', async () => {
    const keyCommand = `cat '${keychain()}'`
    const { exitCode, stdout } = await withCommand(keyCommand)
    expect(exitCode).toBe(0)
    expect(stdout).toContain(keys.publicKey)
    expect(stdout).toContain(keyCommand)
    expect(await written()).toEqual({
      default: 'desk',
      profiles: { desk: { url: URL, publicKey: keys.publicKey, keyCommand } },
    })
  })

  it('gives the key that signs', async () => {
    await using service = await loopbackService(json('{"transfers":[]}'))
    await withCommand(`cat '${keychain()}'`)
    const { exitCode } = await vadium(['transfers', 'list', '--url', service.url], { env })
    expect(exitCode).toBe(0)
    const [request] = service.arrived
    expect(request?.headers[headerNames.apiKey.toLowerCase()]).toBe(keys.publicKey)
  })

  it('is run once for a command that asks several times for the key', async () => {
    const id = '5b1ddc1e-7d62-4cf7-8a5c-1df9f0a6ffcd'
    await using service = await loopbackService(
      json({ results: [{ kind: 'order', id, label: 'Order 1042', order_id: id }] }),
      refusal('ORDER_NOT_FOUND'),
    )
    const runs = join(folder, 'runs')
    await withCommand(`echo >> '${runs}'; cat '${keychain()}'`)
    await writeFile(runs, '')
    await vadium(['orders', 'get', '1042', '--url', service.url], { env })
    expect(service.arrived).toHaveLength(2)
    expect(await readFile(runs, 'utf8')).toBe('\n')
  })

  it('leaves a profile that was added while it ran', async () => {
    const released = join(folder, 'released')
    await promisify(execFile)('mkfifo', [released])
    const slow = withCommand(`cat '${released}'; cat '${keychain()}'`)
    // Opened once the command reads it, which then waits until it is closed.
    const held = await open(released, 'w')
    await vadium(['profiles', 'add', 'night', '--url', URL, '--generate'], { env })
    await held.close()
    await slow
    expect(await written()).toMatchObject({ profiles: { desk: {}, night: {} } })
  })

  it('is not run for a command that needs no key', async () => {
    await withCommand(`cat '${keychain()}'`)
    await rm(keychain())
    for (const argv of [
      ['profiles', 'list'],
      ['profiles', 'show', 'desk'],
      ['console', '--print'],
    ]) {
      expect(await vadium(argv, { env })).toMatchObject({ exitCode: 0, stderr: '' })
    }
  })

  it.each([
    ['fails', 'echo the keychain is locked >&2; exit 7', 'exit code 7: the keychain is locked'],
    ['prints another key', `echo ${generateKeyPair().privateKey}`, 'did not print the private key'],
    ['prints no key', 'echo no-key-at-all', 'did not print the private key'],
    ['prints without end', 'yes', 'did not end by itself'],
    ['reads its input', 'cat', 'did not print the private key'],
    // A key can begin with a hyphen, which a shell takes for its options.
    ['runs the key', `./${keys.privateKey} now`, 'ended with exit code 127'],
  ])(
    'is an error that quotes no output when it %s, and nothing is sent',
    async (_how, command, why) => {
      await using service = await loopbackService(json('{"transfers":[]}'))
      await mkdir(dirname(path))
      const desk = { url: service.url, publicKey: keys.publicKey, keyCommand: command }
      await writeFile(path, JSON.stringify({ default: 'desk', profiles: { desk } }), {
        mode: 0o600,
      })
      const { exitCode, stdout, stderr } = await vadium(['transfers', 'list'], { env })
      expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
      expect(stderr).toContain(why)
      expect(stderr).not.toContain('no-key-at-all')
      expect(stderr).not.toContain(keys.privateKey.slice(0, 40))
      expect(service.arrived).toEqual([])
    },
  )

  it.each([
    [['--generate'], '--key-command'],
    [['--key-file', 'x'], '--key-command'],
  ])('is refused together with %j', async (more, flag) => {
    const { exitCode, stderr } = await withCommand(`cat '${keychain()}'`, ...more)
    expect(exitCode).toBe(2)
    expect(stderr).toContain(flag)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  it('is not stored when it prints no key or is too long', async () => {
    const long = `cat '${keychain()}' ${' '.repeat(4096)}`
    for (const command of ['true', 'exit 3', 'echo no-key-at-all', long]) {
      const { exitCode, stderr } = await withCommand(command)
      expect(exitCode).toBe(2)
      expect(stderr).not.toContain('no-key-at-all')
      await expect(stat(path)).rejects.toThrow('ENOENT')
    }
  })
})
