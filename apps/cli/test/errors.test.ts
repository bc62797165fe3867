import { once } from 'node:events'
import { PassThrough } from 'node:stream'
import { operations } from '@vadium/schema'
import { describe, expect, it } from 'vitest'
import { run } from '../src/index.ts'
import { hangUp, json, loopbackService, refusal, silence } from './loopback-service.ts'
import { POSITION } from './sample-answers.ts'
import { backOffsOf, keyFor, recordedWaits, vadium } from './terminal.ts'

const preview = ['m2m', 'preview', POSITION]

describe('a refusal', () => {
  const details = [
    { field: 'status', issue: 'is not a status', value: 'X', allowed: ['PENDING', 'FAILED'] },
    { field: 'orderId', issue: 'is odd\u001b[2J' },
  ]

  it('is shown in a few lines, with each detail and the request id', async () => {
    await using service = await loopbackService(refusal('TRANSFER_STATUS_UNKNOWN', details))
    const ran = await vadium(preview, { env: keyFor(service.url) })
    expect({ exitCode: ran.exitCode, stdout: ran.stdout }).toEqual({ exitCode: 3, stdout: '' })
    expect(ran.stderr).toMatchInlineSnapshot(`
      "vadium: The transfer status does not exist. (TRANSFER_STATUS_UNKNOWN)
        status: is not a status (X)
          allowed: PENDING, FAILED
        orderId: is odd�[2J
        request request-7
      "
    `)
  })

  it('is one line of JSON for programs', async () => {
    await using service = await loopbackService(refusal('POSITION_NOT_FOUND'))
    const ran = await vadium([...preview, '--json'], { env: keyFor(service.url) })
    expect(ran.stdout).toBe('')
    expect(ran.stderr.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(ran.stderr)).toEqual({
      error: {
        code: 'NOT_FOUND',
        reason: 'POSITION_NOT_FOUND',
        message: 'The position was not found.',
        details: [],
        request_id: 'request-7',
      },
      outcome: 'refused',
      exit_code: 3,
    })
  })

  it.each([
    'BODY_INVALID',
    'UNAUTHENTICATED',
    'ROLE_NOT_PERMITTED',
    'POSITION_NOT_FOUND',
    'MARK_TO_MARKET_REQUEST_OPEN',
    'POSITION_NOT_ACTIVE',
    'PRICE_STALE',
  ] as const)('%s exits with 3', async (reason) => {
    await using service = await loopbackService(refusal(reason))
    const { exitCode, stderr } = await vadium(preview, { env: keyFor(service.url) })
    expect(exitCode).toBe(3)
    expect(stderr).toContain(`(${reason})`)
  })
})

describe('an unknown outcome', () => {
  it.each([
    ['INTERNAL', refusal('INTERNAL')],
    ['CONNECTION_LOST', hangUp],
    ['REPLY_MALFORMED', json('<html>', 502)],
    ['REPLY_MALFORMED', json('{}')],
  ] as const)('%s exits with 4 after three retries', async (reason, answer) => {
    await using service = await loopbackService(answer)
    const { waits, wait } = recordedWaits()
    const { exitCode, stderr } = await vadium(preview, { env: keyFor(service.url), wait })
    expect({ exitCode, sent: service.arrived.length }).toEqual({ exitCode: 4, sent: 4 })
    expect(stderr).toContain(`(${reason})`)
    expect(backOffsOf(waits)).toEqual([200, 400, 800])
  })
})

it('exits with 5 when it cannot connect, and names the address', async () => {
  const service = await loopbackService()
  await service[Symbol.asyncDispose]()
  const { exitCode, stderr } = await vadium(preview, { env: keyFor(service.url) })
  expect(exitCode).toBe(5)
  expect(stderr).toContain(`connect ECONNREFUSED ${service.url.replace('http://', '')}`)
})

it('exits with 130 when it is interrupted', async () => {
  await using service = await loopbackService(silence)
  const { signal, abort } = abortable()
  const running = vadium(preview, { env: keyFor(service.url), signal })
  while (service.arrived.length === 0) await new Promise(setImmediate)
  abort()
  expect(await running).toEqual({ exitCode: 130, stdout: '', stderr: 'vadium: Interrupted.\n' })
})

it('exits with 130 when it is interrupted in the wait before a retry', async () => {
  await using service = await loopbackService(
    refusal('RATE_LIMITED', undefined, { 'Retry-After': '60' }),
  )
  const { signal, abort } = abortable()
  const stderr = new PassThrough({ encoding: 'utf8' })
  const io = { stdout: new PassThrough(), stderr, stdin: new PassThrough(), signal }
  const running = run(preview, { ...io, env: keyFor(service.url) })
  expect(await once(stderr, 'data')).toEqual(['vadium: retrying in 61 s\n'])
  // The note is written before the wait.
  await new Promise(setImmediate)
  expect(service.arrived).toHaveLength(1)
  abort()
  expect(await running).toBe(130)
})

function abortable() {
  const controller = new AbortController()
  return { signal: controller.signal, abort: () => controller.abort() }
}

describe('an invalid command line', () => {
  it.each([
    [['transfer', 'list'], "unknown command 'transfer' (Did you mean transfers?)"],
    [['transfers', 'list', '--stauts', 'x'], '(Did you mean --status?)'],
    [['m2m', 'preview'], "missing required argument 'position'. See `vadium m2m preview --help`"],
    [['transfers', 'list', 'more'], 'too many arguments'],
    [['transfers', 'list', '--token'], 'argument missing'],
    [[], 'Usage: vadium'],
    [['m2m'], 'Usage: vadium m2m'],
  ])('%j exits with 2', async (argv, text) => {
    const { exitCode, stdout, stderr } = await vadium(argv)
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    expect(stderr).toContain(text)
    expect(stderr).not.toContain('    at ')
  })

  it('is reported as JSON for programs, even where people are shown the help', async () => {
    for (const argv of [['--json'], ['m2m', '--json'], ['m2m', 'preview', '--json']]) {
      const { exitCode, stderr } = await vadium(argv)
      expect(exitCode).toBe(2)
      expect(JSON.parse(stderr)).toMatchObject({ error: { reason: 'COMMAND_INVALID' } })
    }
    const { stderr } = await vadium(['transfers', 'list', '--json', '--order-id', 'x'])
    expect(JSON.parse(stderr)).toEqual({
      error: {
        code: 'INVALID_ARGUMENT',
        reason: 'COMMAND_INVALID',
        message: 'Not sent: a value is invalid.',
        details: [{ field: '--order-id', issue: 'must be a whole number, but is "x"' }],
      },
      exit_code: 2,
    })
  })
})

it('shows where an error comes from only with --debug', async () => {
  const service = await loopbackService()
  await service[Symbol.asyncDispose]()
  const { stderr } = await vadium([...preview, '--debug'], { env: keyFor(service.url) })
  expect(stderr).toMatch(/VadiumConnectionError: .*\n {4}at /)
  expect(stderr).toContain('caused by Error: connect ECONNREFUSED')
})

describe('the help', () => {
  it('has a line for each noun, with all its commands', async () => {
    const { exitCode, stdout } = await vadium(['--help'])
    expect(exitCode).toBe(0)
    const lines = stdout.replace(/\n {20,}/g, ' ').split('\n')
    for (const [noun, verb] of operations.map(({ command }) => command)) {
      const line = lines.find((text) => text.startsWith(`  ${noun} `)) ?? ''
      expect(line.slice(noun.length + 2).split(/[ ,]+/)).toContain(verb)
    }
    expect(lines.filter((line) => /^ {2}(?:m2m|curl|profiles) /.test(line))).toEqual([
      expect.stringMatching(/ verify$/),
      expect.stringMatching(/^ {2}curl <method> <path> {2,}Print a signed curl line$/),
      expect.stringMatching(/^ {2}profiles {2,}list, add, show, use, remove$/),
    ])
  })

  it('has a line for each command of a noun', async () => {
    const { stdout } = await vadium(['transfers', '--help'])
    expect(stdout).toMatch(/ {2}transfers list +List transfers\n/)
    expect(stdout).toMatch(/ {2}transfers get <transfer> +Get a transfer\n/)
  })

  it('explains what is the same for all commands', async () => {
    const { stdout } = await vadium(['--help'])
    expect(stdout.slice(stdout.indexOf('Profiles are'))).toMatchInlineSnapshot(`
      "Profiles are stored in ~/.config/vadium/profiles.json (VADIUM_PROFILES names another file), which
      only you can read. VADIUM_PROFILE selects one. VADIUM_URL and VADIUM_PRIVATE_KEY replace profiles.

      Exit codes:
          0  Done.
          1  A recomputed preview differs from the answer.
          2  The command, a value, a file or the profile is invalid. Nothing was sent.
          3  The service refused the request. Nothing was changed.
          4  No valid answer. A write may or may not have taken effect.
          5  The connection failed. Nothing was sent.
          6  The request awaits the approval of other accounts. Nothing was changed yet.
         70  A bug in this command. --debug shows where.
        130  Interrupted by Ctrl-C.
        141  The reader of the output closed the pipe, as \`| head\` does.

      "vadium <noun> --help" lists its commands, and "vadium <noun> <verb> --help" explains one.

      Examples:
        vadium profiles add desk --url https://vadium.example.com --generate
        vadium m2m preview <position> --explain
        vadium orders accept <order> --asset-wallet-id <wallet> --collateral-wallet-id <wallet>
        vadium approvals approve <approval>
        vadium transfers list --status IN_PROGRESS --token USDC
        vadium positions export --format csv --output positions.csv
        vadium transfers list --all --json | jq -r '.transfers[].id'
        vadium events tail --type transfer.updated
      "
    `)
    expect(stdout.slice(0, stdout.indexOf('Commands:'))).toMatchInlineSnapshot(`
      "Usage: vadium [options] [command]

      The command line of Vadium, a service for collateralized lending.

      Options:
        --profile <name>          The profile to use (VADIUM_PROFILE).
        --url <url>               The address of the service (VADIUM_URL).
        --json                    Print the JSON answer of the service. Errors are JSON on stderr.
        --debug                   Print the stack trace of an error.
        --version                 Print the version.
        --no-pager                Do not use a pager (NO_PAGER) for output longer than the screen (PAGER,
                                  or less).
        --local-time              Show local time (TZ) beside UTC on a terminal, in lists alone
                                  (VADIUM_LOCAL_TIME).
        -h, --help                Print help for a command.

      "
    `)
  })
})
