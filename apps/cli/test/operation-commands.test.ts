import { Type } from '@sinclair/typebox'
import {
  DecimalString,
  type Operation,
  operation,
  operations,
  Timestamp,
  Uuid,
} from '@vadium/schema'
import type { Command } from 'commander'
import { PassThrough } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { CommandRunner } from '../src/context/command-runner.ts'
import { type Effects, effectsOf } from '../src/context/effects.ts'
import { operationParameters } from '../src/operations/operation-parameters.ts'
import { presentationOf } from '../src/presentations/registry.ts'
import { presentations } from '../src/presentations/registry.ts'
import { createProgram } from '../src/program.ts'
import { json, loopbackService } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

/** A decision takes the hash from the request that it shows. */
const hash = 'request_hash'
/** A confirmation takes the key from the invitation whose words it shows. */
const comparedKey = 'public_key'
const view = [
  '--query',
  '--tsv',
  '--members',
  '--limit',
  '--sort',
  '--watch',
  '--all',
  '--wide',
  '--output',
  '--curl',
  '--yes',
  '--submit',
  '--idempotency-key',
]

/** The command takes them from the invitation, which it shows. */
const ofInvitation = ['account_id', 'name', 'role']

function programOf(io: Effects, served: readonly Operation[] = operations) {
  const runner = new CommandRunner(io)
  return { runner, program: createProgram(runner, io, { served }) }
}

function quietIo(env: Effects['env'] = {}): Effects & { stdout: PassThrough } {
  const [stdout, stderr, stdin] = [new PassThrough(), new PassThrough(), new PassThrough()]
  return { ...effectsOf({ stdout, stderr, stdin, env }), stdout }
}

function commandOf({ program }: { program: Command }, words: readonly string[]): Command {
  return words.reduce<Command>((command, word) => {
    const child = command.commands.find((candidate) => candidate.name() === word)
    if (child === undefined) throw new Error(`There is no command ${word}.`)
    return child
  }, program)
}

/** To make all commands takes longer than to look at one. */
const whole = programOf(quietIo())

describe.each(operations.map((o) => [o.id, o] as const))('the operation %s', (_id, served) => {
  const command = commandOf(whole, served.command)
  const isTaken = (name: string) =>
    name !== hash && !(served.id === 'confirmInvitation' && ofInvitation.includes(name))
  const members = (part: 'params' | 'query' | 'body') =>
    Object.keys(served[part]?.properties ?? {}).filter(isTaken)
  const plain = (name: string) =>
    name
      .replace(/_id$|Id$/, '')
      .replaceAll('_', '')
      .toLowerCase()

  const explains = presentationOf(served)?.explains === true
  const isOwn = (flag: string) => operationParameters(served).some(({ label }) => label === flag)
  const isOfView = (flag: string) =>
    (view.includes(flag) && !isOwn(flag)) || (explains && flag === '--explain')

  it('has a command that takes each member once, path parameters first', () => {
    // A file has members of the body, and is given or not.
    const given = command.registeredArguments
      .filter(({ required }) => required)
      .map((argument) => argument.name())
    expect(
      given.slice(0, members('params').length).map((name) => name.replaceAll('-', '')),
    ).toEqual(members('params').map(plain))
    const flags = command.options
      .map(({ long }) => long ?? '')
      .filter((flag) => !isOfView(flag) && !flag.startsWith('--no-'))
    const taken = [...given, ...flags.map((flag) => flag.replace(/^--|-id$/g, ''))]
    expect(taken.map((name) => name.replaceAll('-', ''))).toEqual(
      [...members('params'), ...members('query'), ...members('body')].map(plain),
    )
  })

  it('takes an idempotency key if it writes, and only then', () => {
    const long = command.options.map((option) => option.long)
    const writes = !served.safe || long.includes('--submit')
    expect(long.includes('--idempotency-key')).toBe(writes)
  })

  it('explains every argument and flag in the words of the schema', () => {
    const described = operationParameters(served)
      .filter(
        ({ member }) =>
          isTaken(member) && (served.id !== 'confirmInvitation' || member !== comparedKey),
      )
      .map(({ description }) => description)
    expect(described.every((text) => text.length > 0)).toBe(true)
    const help = command.helpInformation().replace(/\s+/g, ' ')
    for (const text of described) expect(help).toContain(text)
  })

  it('has no flag with another meaning in every other command', () => {
    const global = whole.program.options.map(({ long }) => long)
    expect(command.options.filter(({ long }) => global.includes(long))).toEqual([])
    const own = command.options.map(({ long }) => long)
    expect(new Set(own).size).toBe(own.length)
  })
})

it('presents only operations that exist', () => {
  const ids = operations.map(({ id }) => id)
  expect(
    presentations.map(({ operation: { id } }) => id).filter((id) => !ids.includes(id)),
  ).toEqual([])
})

describe('an operation without a presentation in this version', () => {
  const frame = {
    summary: 'Grade an order',
    description: 'Grades an order.',
    group: 'orders',
    roles: ['viewer'],
    safe: true,
    reasons: [],
  } as const
  const grade = operation({
    ...frame,
    id: 'gradeOrder',
    method: 'POST',
    path: '/orders:grade',
    command: ['orders', 'grade'],
    body: Type.Object({
      order_id: Type.Integer({ description: 'The order.' }),
      gradeNames: Type.Optional(Type.Array(Type.String(), { description: 'The grades.' })),
      limits: Type.Optional(
        Type.Object({ max: Type.String({ description: 'The most.' }) }, { description: 'Limits.' }),
      ),
    }),
    response: Type.Object({ order: Type.Object({ grade: Type.String() }) }),
  })
  const list = operation({
    ...frame,
    id: 'listGrades',
    method: 'GET',
    path: '/grades',
    command: ['grades', 'list'],
    query: Type.Object({ page_token: Type.Optional(Type.String({ description: 'Next.' })) }),
    response: Type.Object({
      grades: Type.Array(
        Type.Object({
          terms: Type.Object({ days: Type.Integer() }),
          create_time: Timestamp,
          quantity: Type.Union([DecimalString, Type.Null()]),
          order_id: Uuid,
          status: Type.String(),
          passed: Type.Boolean(),
          id: Uuid,
        }),
      ),
    }),
  })

  async function call(served: Operation, argv: readonly string[], answer: unknown) {
    await using service = await loopbackService(json(answer))
    const io = quietIo(keyFor(service.url))
    const { program, runner } = programOf(io, [served])
    await program.parseAsync([...argv], { from: 'user' })
    return { text: String(io.stdout.read()), exitCode: runner.exitCode, arrived: service.arrived }
  }

  it('has a command made from its schema, and prints every value', async () => {
    const argv = ['orders', 'grade', '7', '--grade-names', 'a', '--grade-names', 'b']
    const { text, arrived } = await call(grade, [...argv, '--limits', '{"max":"1.10"}'], {
      order: { grade: 'a', since: null },
    })
    expect(arrived[0]?.body).toBe('{"order_id":7,"gradeNames":["a","b"],"limits":{"max":"1.10"}}')
    expect(text).toMatchInlineSnapshot(`
      "Order
        grade                   a
        since                   none
      "
    `)
  })

  it('prints a listing as a table', async () => {
    const one = {
      id: '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11',
      order_id: '5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d',
      create_time: '2026-07-01T16:05:09.123Z',
      quantity: '1.50',
      status: 'OPEN',
      passed: true,
      terms: { days: 3 },
    }
    const grades = [one, { ...one, quantity: null, status: 'NEWER_THAN_THIS', passed: false }]
    const { text } = await call(list, ['grades', 'list'], { grades })
    expect(text).toMatchInlineSnapshot(`
      "CREATE (UTC)      QUANTITY  ORDER ID   STATUS           PASSED  ID
      2026-07-01 16:05      1.50  5d0c…1c2d  OPEN             yes     0b7c…9a11
      2026-07-01 16:05            5d0c…1c2d  NEWER_THAN_THIS  no      0b7c…9a11
      "
    `)
    const wide = await call(list, ['grades', 'list', '--wide'], { grades })
    expect(wide.text).toMatchInlineSnapshot(`
      "TERMS       CREATE (UTC)         QUANTITY  ORDER ID                              STATUS           PASSED  ID
      {"days":3}  2026-07-01 16:05:09      1.50  5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d  OPEN             yes     0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
      {"days":3}  2026-07-01 16:05:09            5d0c1b2a-3e4f-4a5b-8c6d-7e8f9a0b1c2d  NEWER_THAN_THIS  no      0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11
      "
    `)
  })
})

describe('a value that its schema forbids', () => {
  it.each([
    [['m2m', 'preview', 'b7'], '<position>: must be a UUID, but is "b7"'],
    [
      ['transfers', 'list', '--order-id', '1.5'],
      '--order-id: must be a whole number, but is "1.5"',
    ],
    [['transfers', 'list', '--order-id', '9007199254740993'], '--order-id: must be a whole number'],
    [['transfers', 'list', '--order-id', '0x10'], '--order-id: must be a whole number'],
    [
      ['transfers', 'list', '--page-size', '1001'],
      '--page-size: must be a whole number from 1 to 1000, but is "1001"',
    ],
    [
      ['transfers', 'list', '--sender', 'organizations/me'],
      '--sender: must be organizations/<organization_id>',
    ],
    [['transfers', 'list', '--token', 'a b'], '--token: must be 1 to 64 visible ASCII characters'],
    [
      ['transfers', 'list', '--status', 'PENDING', '--status', 'FAILED'],
      '--status: is given more than once',
    ],
  ])('%j is refused before a request is sent', async (argv, issue) => {
    await using service = await loopbackService(json({}))
    const { exitCode, stdout, stderr } = await vadium(argv, { env: keyFor(service.url) })
    expect(stderr).toContain(issue)
    expect({ exitCode, stdout, sent: service.arrived.length }).toEqual({
      exitCode: 2,
      stdout: '',
      sent: 0,
    })
  })

  it('is reported together with all the others', async () => {
    const { stderr } = await vadium(['transfers', 'list', '--order-id', 'x', '--page-size', '0'])
    expect(stderr).toMatchInlineSnapshot(`
      "vadium: Not sent: a value is invalid.
        --order-id: must be a whole number, but is "x"
        --page-size: must be a whole number from 1 to 1000, but is "0"
      "
    `)
  })
})

it('explains an operation: its members, its roles and its effect', async () => {
  const { stdout } = await vadium(['transfers', 'list', '--help'])
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: vadium transfers list [options]

    Lists the transfers that the caller's organization sends or receives, newest first. A transfer must
    match all given filters. With several filters, a page may have fewer transfers than requested, or
    none, and still be followed by another.

    Options:
      --sender <organization>      Only transfers that this organization sends.
      --receiver <organization>    Only transfers that this organization receives.
      --sender-custodian <text>    Only transfers from wallets at this custodian.
      --receiver-custodian <text>  Only transfers to wallets at this custodian.
      --status <text>              Only transfers with this status. One of PENDING, IN_PROGRESS,
                                   COMPLETED, FAILED, REJECTED, CANCELLED.
      --order-id <number>          Only transfers of the order with this number.
      --token <text>               Only transfers of this asset.
      --page-size <number>         The largest number of items, 1 to 1000. Default: 100.
      --page-token <text>          The next_page_token of the previous page.
      --all                        Read all pages. With --json, each page is one line.
      --wide                       Show all columns, with full ids.
      --query <jmespath>           Print a part of the JSON answer: a list with one line for each item,
                                   text without quotes. Amounts are text with all their digits.
      --tsv                        Print each resource as a line of values, separated by tabs, and the
                                   names of its members first. Or only some members: --tsv id,status,
                                   and as JSON --json id,status.
      --limit <number>             Print at most so many, of as many pages as needed.
      --sort <member>              Read the whole list and sort it here: --sort quantity, or -quantity
                                   for the largest first.
      --watch                      Print again when something has changed.
      --curl                       Print a signed curl line and send nothing.
      -h, --help                   Print help for a command.

    Global Options:
      --profile <name>             The profile to use (VADIUM_PROFILE).
      --url <url>                  The address of the service (VADIUM_URL).
      --json                       Print the JSON answer of the service. Errors are JSON on stderr.
      --debug                      Print the stack trace of an error.
      --no-pager                   Do not use a pager (NO_PAGER) for output longer than the screen
                                   (PAGER, or less).
      --local-time                 Show local time (TZ) beside UTC on a terminal, in lists alone
                                   (VADIUM_LOCAL_TIME).

    Roles: viewer, execution, reporting, admin. Sends GET /transfers

    Examples:
      vadium transfers list --status IN_PROGRESS --token USDC
      vadium transfers list --order-id 1042 --wide
      vadium transfers list --all --json | jq -r '.transfers[].id'
    "
  `)
})

it('takes an organization by its resource name or by its id alone', async () => {
  await using service = await loopbackService(json('{"transfers":[]}'))
  const id = '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5'
  for (const name of [id, `organizations/${id}`]) {
    await vadium(['transfers', 'list', '--sender', name], { env: keyFor(service.url) })
  }
  const expected = `/transfers?sender=organizations%2F${id}`
  expect(service.arrived.map(({ target }) => target)).toEqual([expected, expected])
})
