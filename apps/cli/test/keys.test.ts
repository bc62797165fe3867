import { createPublicKey, verify } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publicKeyOf } from '@vadium/client'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keys, vadium } from './terminal.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-keys-'))
  file = join(folder, 'private.key')
})
afterEach(() => rm(folder, { recursive: true }))

const ids = {
  installation: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
  organization: '1b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a12',
  account: '2b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a13',
}
const flags = Object.entries(ids).flatMap(([name, id]) => [`--${name}`, id])

/** Whether a text is a proof for these ids, verified by independent code. */
function isProof(text: string): boolean {
  const [key = '', time = '', signature = ''] = text.trim().split('.')
  const { installation, organization, account } = ids
  const signed = `vadium-enrol|${installation}|${organization}|${account}|${key}|${time}`
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: key }
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' })
  return verify(null, Buffer.from(signed), publicKey, Buffer.from(signature, 'base64url'))
}

describe('keys new', () => {
  it('stores the private key for its owner only, and prints the public key with its proof', async () => {
    const { exitCode, stdout, stderr } = await vadium(['keys', 'new', file, ...flags])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    const privateKey = (await readFile(file, 'utf8')).trim()
    expect(stdout.startsWith(`${publicKeyOf(privateKey)}.`)).toBe(true)
    expect(isProof(stdout)).toBe(true)
    expect(stdout).not.toContain(privateKey.slice(0, 20))
  })

  it('prints both as JSON for programs', async () => {
    const { stdout } = await vadium(['keys', 'new', file, ...flags, '--json'])
    const { public_key, proof } = JSON.parse(stdout) as { public_key: string; proof: string }
    expect(proof.startsWith(`${public_key}.`)).toBe(true)
    expect(isProof(proof)).toBe(true)
  })

  it('does not change a file that exists', async () => {
    await writeFile(file, 'mine')
    const { exitCode, stderr } = await vadium(['keys', 'new', file, ...flags])
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('already exists')
    expect(await readFile(file, 'utf8')).toBe('mine')
  })

  it.each(Object.keys(ids))('creates nothing without --%s', async (name) => {
    const without = Object.entries(ids).flatMap(([flag, id]) =>
      flag === name ? [] : [`--${flag}`, id],
    )
    const { exitCode, stderr } = await vadium(['keys', 'new', file, ...without])
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain(`--${name}`)
    await expect(stat(file)).rejects.toThrow('ENOENT')
  })
})

describe('keys prove', () => {
  it('proves an existing key, from the standard input', async () => {
    const { stdout } = await vadium(['keys', 'prove', ...flags], { stdin: `${keys.privateKey}\n` })
    expect(stdout.startsWith(`${keys.publicKey}.`)).toBe(true)
    expect(isProof(stdout)).toBe(true)
  })

  it('proves the key of a profile', async () => {
    const env = { XDG_CONFIG_HOME: folder }
    const add = ['profiles', 'add', 'desk', '--url', 'https://vadium.example.com']
    await vadium(add, { env, stdin: keys.privateKey })
    const { stdout } = await vadium(['keys', 'prove', '--profile', 'desk', ...flags], { env })
    expect(stdout.startsWith(`${keys.publicKey}.`)).toBe(true)
    expect(isProof(stdout)).toBe(true)
  })

  it('does not quote an invalid key', async () => {
    const { exitCode, stderr } = await vadium(['keys', 'prove', ...flags], { stdin: 'secret-text' })
    expect(exitCode).not.toBe(0)
    expect(stderr).toContain('The key is not usable')
    expect(stderr).not.toContain('secret-text')
  })
})
