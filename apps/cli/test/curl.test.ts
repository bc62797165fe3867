import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import {
  commandLine,
  curlLine,
  getOrder,
  listNotifications,
  listTransfers,
  type Operation,
  shellWord,
} from '@vadium/schema'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { json, loopbackService } from './loopback-service.ts'
import { POSITION } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

/** The arguments that a POSIX shell passes to the command of a line. */
async function wordsOf(line: string, program = 'curl'): Promise<string[]> {
  const script = `${program}() { printf '%s\\0' "$@"; }\n${line}\n`
  const { stdout } = await promisify(execFile)('sh', ['-c', script], { maxBuffer: 1 << 24 })
  return stdout.split('\0').slice(0, -1)
}

/** Sends what curl would send with these arguments. */
async function sendAs(words: readonly string[]): Promise<void> {
  const valuesOf = (flag: string) => words.filter((_word, index) => words[index - 1] === flag)
  const [body] = valuesOf('--data-raw')
  const headers = valuesOf('--header').map((header) => header.split(': ') as [string, string])
  const url = words.find((word) => word.startsWith('http')) ?? ''
  const [method = 'GET'] = valuesOf('--request')
  await fetch(url, { method, headers, ...(body !== undefined && { body }) })
}

describe('shell words', () => {
  it('are read back by a shell as they were written', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom("'", '"', '\\', '$', '`', '!', '\n', ' ', '*', '~', 'a') }),
    )
    const words = fc.array(
      text.map((word) => word.replaceAll('\0', '').toWellFormed()),
      { minLength: 1, maxLength: 8 },
    )
    // Many lines for one shell, each with the number of its words.
    const lines = fc.array(
      words.map((given) => [String(given.length), ...given]),
      { minLength: 25, maxLength: 25 },
    )
    await fc.assert(
      fc.asyncProperty(lines, async (given) => {
        const script = given.map((line) => `curl ${line.map(shellWord).join(' ')}`).join('\n')
        expect(await wordsOf(script)).toEqual(given.flat())
      }),
      { numRuns: 4 },
    )
  })

  it('are quoted only where necessary', () => {
    expect(['a-b/c:1', '', "it's", '$HOME'].map(shellWord)).toEqual([
      'a-b/c:1',
      "''",
      `'it'\\''s'`,
      `'$HOME'`,
    ])
  })
})

describe('the curl line', () => {
  it.each([
    [['m2m', 'preview', POSITION, '--explain', '--curl']],
    [['transfers', 'list', '--token', "it's|#?", '--page-size', '7', '--curl']],
    [['curl', 'GET', '/transfers?status=FAILED&token=[a]{b}']],
    [['curl', 'post', '/x', '--data', `{"a":"it's $HOME \\n \u00e9"}`]],
    [['curl', 'DELETE', '/x']],
    [['curl', 'PUT', '/x']],
  ])('is one line for %j, and its request verifies', async (argv) => {
    await using service = await loopbackService(json({}))
    const env = keyFor(`${service.url}/v1`)
    const { exitCode, stdout, stderr } = await vadium(argv, { env })
    expect({ exitCode, stderr }).toEqual({
      exitCode: 0,
      stderr: 'Valid once, for 30 seconds from now.\n',
    })
    expect(stdout.trimEnd()).not.toContain('\n')
    expect(service.arrived).toEqual([])
    await sendAs((await wordsOf(stdout)).map((word) => word))
    expect(service.arrived).toMatchObject([{ verified: true }])
    expect(service.arrived[0]?.target).toMatch(/^\/v1\//)
  })

  it('cannot be made of what has to be looked up', async () => {
    const argv = ['m2m', 'preview', '1001', '--curl']
    const { exitCode, stdout, stderr } = await vadium(argv, { env: keyFor('http://127.0.0.1:9') })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(
      '<position>: must be an id with --curl, which asks no service what "1001"',
    )
  })

  it('takes the body from a file or the standard input, byte for byte', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-cli-'))
    const file = join(folder, 'body.json')
    const body = '\ufeff{ "a" : 1 }\r\n'
    await writeFile(file, body)
    for (const data of [`@${file}`, '@-']) {
      const argv = ['curl', 'POST', '/x', '--data', data]
      const { stdout } = await vadium(argv, { env: keyFor('http://127.0.0.1:9'), stdin: body })
      expect((await wordsOf(stdout)).at(-1)).toBe(body)
    }
    await rm(folder, { recursive: true })
  })

  it('carries the time of its signature', async () => {
    const now = () => 1_790_000_000_000
    const { stdout } = await vadium(['curl', 'GET', '/x'], { env: keyFor('http://h'), now })
    expect(stdout).toContain("'X-Timestamp-Ms: 1790000000000'")
  })

  it.each([
    [['FETCH', '/x'], '<method>'],
    [['GET', 'x'], '<path>'],
    [['GET', '/a|b'], '<path>'],
    [['GET', '/a#b'], '<path>'],
    [['GET', '/a b'], '<path>'],
    [['GET', '/a/../b'], '<path>'],
    [['GET', '/a//b'], '<path>'],
    [['POST', '/a?b=c'], 'covers the body only'],
    [['GET', '/a', '--data', '{}'], 'covers the query only'],
    [['POST', '/a', '--data', '@/nonexistent'], 'ENOENT'],
  ])('is not made of %j, which the service would refuse', async (argv, text) => {
    const { exitCode, stdout, stderr } = await vadium(['curl', ...argv], {
      env: keyFor('http://h'),
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(text)
  })
})

it('keeps curl from expanding brackets and braces', () => {
  const request = { method: 'GET', origin: 'http://h', headers: {}, body: undefined }
  expect(curlLine({ ...request, target: '/a[1]' })).toContain('--globoff')
  expect(curlLine({ ...request, target: '/a' })).not.toContain('--globoff')
})

const written: readonly (readonly [Operation, Readonly<Record<string, string>>, string])[] = [
  [getOrder, { order_id: POSITION }, `/orders/${POSITION}`],
  [listNotifications, { unread: 'false' }, '/notifications?unread=false'],
  [
    listTransfers,
    { senderCustodian: 'fireblocks', status: 'COMPLETED', page_size: '10' },
    '/transfers?senderCustodian=fireblocks&status=COMPLETED&page_size=10',
  ],
]

it.each(written)('is written as a command for the values of a call: %#', async (...call) => {
  const [operation, values, target] = call
  const words = await wordsOf(commandLine(operation, values), 'vadium')
  const { stdout } = await vadium([...words, '--curl'], { env: keyFor('http://h') })
  const sent = await wordsOf(stdout)
  expect(sent).toContain(`http://h${target}`)
})
