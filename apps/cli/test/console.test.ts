import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { browserOf } from '../src/context/browser.ts'
import { keyFor, keys, vadium } from './terminal.ts'

let folder: string
let opened: string[]
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-console-'))
  opened = []
})
afterEach(() => rm(folder, { recursive: true }))

const openInBrowser = (address: string) => {
  opened.push(address)
  return Promise.resolve()
}

describe('console', () => {
  it('prints and opens the console of the service of a profile, without its key', async () => {
    const env = { XDG_CONFIG_HOME: folder }
    const add = ['profiles', 'add', 'desk', '--url', 'https://vadium.example.com/v1/']
    await vadium(add, { env, stdin: keys.privateKey })
    const ran = await vadium(['console', '--profile', 'desk'], { env, openInBrowser })
    const address = 'https://vadium.example.com/v1/console/'
    expect(ran).toEqual({ exitCode: 0, stdout: `${address}\n`, stderr: '' })
    expect(opened).toEqual([address])
  })

  it.each(['--print', '--json'])('prints the address without opening it with %s', async (flag) => {
    const env = keyFor('https://vadium.example.com')
    const { exitCode, stdout } = await vadium(['console', flag], { env, openInBrowser })
    const address = 'https://vadium.example.com/console/'
    expect(exitCode).toBe(0)
    expect(stdout).toBe(flag === '--json' ? `{"url":"${address}"}\n` : `${address}\n`)
    expect(opened).toEqual([])
  })

  it('needs no key for an address, because a person creates one in the browser', async () => {
    const env = { XDG_CONFIG_HOME: folder }
    const line = ['console', '--url', 'https://vadium.example.com']
    const { exitCode, stdout } = await vadium(line, { env, openInBrowser })
    expect([exitCode, stdout]).toEqual([0, 'https://vadium.example.com/console/\n'])
  })

  it('refuses an address that no client would use, and opens nothing', async () => {
    for (const url of ['file:///etc/passwd', 'https://user:password@vadium.example.com']) {
      const { exitCode, stdout, stderr } = await vadium(['console', '--url', url], {
        openInBrowser,
      })
      expect([exitCode === 0, stdout]).toEqual([false, ''])
      expect(stderr).not.toContain('password@')
    }
    expect(opened).toEqual([])
  })

  it('prints the address also when the browser does not start', async () => {
    const { exitCode, stdout, stderr } = await vadium(['console'], {
      env: keyFor('https://vadium.example.com'),
      openInBrowser: () => Promise.reject(new Error('no browser')),
    })
    expect([exitCode, stdout]).toEqual([0, 'https://vadium.example.com/console/\n'])
    expect(stderr).toContain('open the address yourself')
  })
})

describe('the browser', () => {
  it('is missing on a machine without a desktop', () => {
    expect(browserOf('linux', {})).toBeUndefined()
    expect(browserOf('linux', { DISPLAY: '' })).toBeUndefined()
    for (const name of ['DISPLAY', 'WAYLAND_DISPLAY', 'WSL_DISTRO_NAME']) {
      expect(browserOf('linux', { [name]: ':0' })).toBeTypeOf('function')
    }
    expect(browserOf('darwin', {})).toBeTypeOf('function')
    expect(browserOf('win32', {})).toBeTypeOf('function')
  })
})
