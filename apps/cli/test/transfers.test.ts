import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { stripVTControlCharacters } from 'node:util'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { pagerAtTerminal } from '../src/context/pager-process.ts'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { answered } from './answered-command.ts'
import { type Answer, hangUp, json, loopbackService, refusal } from './loopback-service.ts'
import { transferPage, transferText } from './sample-answers.ts'
import { backOffsOf, keyFor, recordedWaits, type Surroundings, vadium } from './terminal.ts'

const QUANTITY = '123456789.123456789012345678'

type Answers = Parameters<typeof loopbackService>

/** Lists transfers. A service that knows no names by itself refuses to give them. */
async function list(
  answers: Answers,
  flags: readonly string[] = [],
  { names = refusal('ROLE_NOT_PERMITTED'), ...more }: Surroundings & { names?: Answer } = {},
) {
  const left = [...answers]
  const [last] = answers.slice(-1)
  await using service = await loopbackService((response, arrived) => {
    const isOfNames = arrived.target.startsWith('/agreements')
    const answer = isOfNames ? names : (left.shift() ?? last)
    answer?.(response, arrived)
  })
  const env = { ...keyFor(service.url), ...more.env }
  const ran = await vadium(['transfers', 'list', ...flags], { ...more, env })
  const [asked, arrived] = [true, false].map((isOfNames) =>
    service.arrived.filter(({ target }) => target.startsWith('/agreements') === isOfNames),
  )
  return { ...ran, arrived: arrived ?? [], asked: (asked ?? []).map(({ target }) => target) }
}

const twoTransfers = json(
  transferPage([
    transferText(QUANTITY),
    transferText('7', { category: 'liquidation', status: 'COMPLETED', token: 'BTC', order_id: 9 }),
  ]),
)

describe('transfers list', () => {
  it('sends the filters as the schema spells them, signed', async () => {
    const { arrived } = await list(
      [twoTransfers],
      ['--sender-custodian', 'a/b', '--order-id', '-7', '--page-size', '2', '--status', 'FAILED'],
    )
    expect(arrived).toMatchObject([
      {
        method: 'GET',
        target: '/transfers?senderCustodian=a%2Fb&status=FAILED&orderId=-7&page_size=2',
        verified: true,
      },
    ])
  })

  it('shows one line for each transfer, with as many columns as there is room for', async () => {
    const { exitCode, stdout, stderr } = await list([twoTransfers])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toMatchInlineSnapshot(`
      "CREATED (UTC)     CATEGORY     STATUS       TOKEN                      QUANTITY  NOTIONAL USD  ORDER  SENDER → RECEIVER      PROVIDER STATE
      2026-07-01 16:05  m2m          IN_PROGRESS  USDC   123456789.123456789012345678      41389.02   1042  3f9e…e4f5 → 8c1d…a901  pending_provider_approval
      2026-07-01 16:05  liquidation  COMPLETED    BTC                               7      41389.02      9  3f9e…e4f5 → 8c1d…a901  pending_provider_approval
      "
    `)
  })

  it.each([
    [60, 'created (utc), category, notional usd, order, provider state'],
    [80, 'category, notional usd, order, provider state'],
    [100, 'notional usd, provider state'],
    [120, 'provider state'],
  ])('keeps to %i columns, and lists what it omitted', async (columns, leftOut) => {
    const page = json(transferPage([transferText('41409.72216'), transferText('6')]))
    const { stdout, stderr } = await list([page], [], { columns, env: { NO_COLOR: '1' } })
    expect(stdout.split('\n').filter((line) => line.length > columns)).toEqual([])
    expect(stdout).toContain('41,409.72216')
    expect(stderr).toBe(`No room for ${leftOut}: --wide shows all.\n`)
  })

  it('never cuts a quantity, however narrow the terminal', async () => {
    const { stdout } = await list([twoTransfers], [], { columns: 20 })
    expect(stdout).toContain('123,456,789.123456789012345678')
  })

  const agreements = json({
    agreements: [
      {
        lender_id: '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5',
        lender_name: 'Harbor Bank Treasury',
        borrower_id: '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901',
        borrower_name: 'Kestrel Market Making',
      },
    ],
  })

  it('names the parties, and gives states colours, on a terminal', async () => {
    const page = json(transferPage([transferText('6'), transferText('7', { status: 'FAILED' })]))
    const more = { columns: 160, names: agreements }
    const { stdout, asked } = await list([page], [], more)
    expect(asked).toEqual(['/agreements?page_size=1000'])
    expect(stdout).toContain('Harbor Bank Treasury → Kestrel Market Making')
    expect(stdout).toContain('\u001b[33mIN_PROGRESS\u001b[39m')
    expect(stdout).toContain('\u001b[31mFAILED\u001b[39m')
    const plain = await list([page], [], { ...more, env: { NO_COLOR: '1' } })
    expect(plain.stdout).toBe(stripVTControlCharacters(stdout))
  })

  it('names the parties in a pipe too, and with --wide beside their ids', async () => {
    const pages = [json(transferPage([transferText('1')], 'two')), twoTransfers]
    const { stdout, asked } = await list(pages, ['--all'], { names: agreements })
    expect(asked).toHaveLength(1)
    expect(stdout.match(/Harbor Bank Treasury → Kestrel Market Making/g)).toHaveLength(3)
    const wide = await list([twoTransfers], ['--wide'], { names: agreements })
    expect(wide.stdout).toMatch(/3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5 +Harbor Bank Treasury /)
    expect(wide.stdout).toMatch(/8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901 +Kestrel Market Making /)
  })

  it.each([[['--json']], [['--json', 'id']], [['--tsv']]])(
    'asks for no names where none are printed: %j',
    async (flags) => {
      expect((await list([twoTransfers], flags, { names: agreements })).asked).toEqual([])
    },
  )

  it('shows short ids where the names cannot be read', async () => {
    const { exitCode, stdout, stderr } = await list([twoTransfers], [], { columns: 160 })
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toContain('3f9e…e4f5 → 8c1d…a901')
  })

  it.each([
    ['refused', refusal('OVERLOADED')],
    ['lost', hangUp],
  ])('asks for the names once, and shows the list when that is %s', async (_, names) => {
    const { exitCode, stdout, asked } = await list([twoTransfers], [], { columns: 160, names })
    expect({ exitCode, sent: asked.length }).toEqual({ exitCode: 0, sent: 1 })
    expect(stdout).toContain('3f9e…e4f5 → 8c1d…a901')
  })

  it('shows the list when the names are not answered within a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const names: Answer = () => vi.advanceTimersByTime(1_000)
    const { exitCode, stdout, asked } = await list([twoTransfers], [], { columns: 160, names })
    expect({ exitCode, sent: asked.length }).toEqual({ exitCode: 0, sent: 1 })
    expect(stdout).toContain('3f9e…e4f5 → 8c1d…a901')
  })

  it('shows everything with --wide, with whole ids', async () => {
    const { stdout, stderr } = await list([twoTransfers], ['--wide'], { columns: 20 })
    expect(stderr).toBe('')
    for (const text of [
      'ff983a71-db89-400e-b104-617b226948b6',
      '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5',
      '0x94a938a819ab58f62cef28344ffbe956b81ce4b2',
      'VT-1042-061',
      'pending_provider_approval',
    ]) {
      expect(stdout).toContain(text)
    }
  })

  it('reports an empty list', async () => {
    expect(await list([json('{"transfers":[]}')])).toMatchObject({
      exitCode: 0,
      stdout: '',
      stderr: 'No transfers.\n',
    })
  })

  it('says that there are more, and how to list them', async () => {
    const { stderr } = await list([json(transferPage([transferText('1')], 'token-2'))])
    expect(stderr).toMatchInlineSnapshot(`
      "More transfers follow. --all reads all of them; this reads the next page:
        --page-token token-2
      "
    `)
  })

  it('prints no table when the answer is not a list of transfers', async () => {
    const { exitCode, stdout, stderr } = await list([
      json(transferPage([transferText('1'), '{"id":"x"}'])),
    ])
    expect({ exitCode, stdout }).toEqual({ exitCode: 4, stdout: '' })
    expect(stderr).toContain('Use --json to print it.')
  })

  it('shows values that this version does not know', async () => {
    const newer = transferText('1', { status: 'ON_ITS_WAY', note: 'new' })
    const { stdout } = await list([json(transferPage([newer]))])
    expect(stdout).toContain('ON_ITS_WAY')
  })

  it('lets no text of another organization rewrite the screen', async () => {
    const hostile = transferText('1', { status: 'IN\u001b[2J\u202ePROGRESS\nx' })
    for (const flags of [[], ['--wide'], ['--json']]) {
      const { stdout } = await list([json(transferPage([hostile]))], flags)
      for (const character of '\u001b\u202e') expect(stdout).not.toContain(character)
      expect(stdout.trimEnd().split('\n')).toHaveLength(flags.includes('--json') ? 1 : 2)
    }
  })
})

describe('the quantity', () => {
  it('is shown and printed with exactly the digits that were sent', async () => {
    const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,19})(?:\.[0-9]{1,20})?$/)
    await fc.assert(
      fc.asyncProperty(fc.array(digits, { minLength: 1, maxLength: 5 }), async (quantities) => {
        const page = transferPage(quantities.map((quantity) => transferText(quantity)))
        const table = await list([json(page)])
        const shown = table.stdout.trimEnd().split('\n').slice(1)
        expect(shown.map((line) => line.split(/ +/)[5])).toEqual(quantities)
        const { stdout } = await list([json(page)], ['--json'])
        expect(stdout).toBe(`${page}\n`)
      }),
      { numRuns: 30 },
    )
  })
})

describe('transfers list --all', () => {
  const pages = [
    json(transferPage([transferText('1'), transferText('2')], 'two')),
    json(transferPage([transferText(QUANTITY)], 'three')),
    json(transferPage([])),
  ]

  it('fetches all pages, of the maximum size, and prints one heading', async () => {
    const { exitCode, stdout, stderr, arrived } = await list(pages, ['--all', '--token', 'USDC'])
    expect(arrived.map(({ target }) => target)).toEqual([
      '/transfers?page_size=1000&token=USDC',
      '/transfers?page_size=1000&token=USDC&page_token=two',
      '/transfers?page_size=1000&token=USDC&page_token=three',
    ])
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(4)
    expect(lines.filter((line) => line.includes('QUANTITY'))).toHaveLength(1)
  })

  it('keeps to the requested page size', async () => {
    const { arrived } = await list(pages, ['--all', '--page-size', '2'])
    expect(arrived[1]?.target).toBe('/transfers?page_size=2&page_token=two')
  })

  it('prints each page as a line of JSON', async () => {
    const { stdout } = await list(pages, ['--all', '--json'])
    const lines = stdout.trimEnd().split('\n')
    expect(lines).toHaveLength(3)
    expect(lines[1]).toBe(transferPage([transferText(QUANTITY)], 'three'))
  })

  it('keeps what it has when a later page fails, and says how to continue', async () => {
    const answers = [pages[0], refusal('PAGE_TOKEN_INVALID')].filter((a) => a !== undefined)
    const { exitCode, stdout, stderr } = await list(answers, ['--all'])
    expect(exitCode).toBe(3)
    expect(stdout.trimEnd().split('\n')).toHaveLength(3)
    expect(stderr).toContain('--page-token two')
    expect(stderr).toContain('(PAGE_TOKEN_INVALID)')
  })

  it('ends when a page names itself as the next one', async () => {
    const circle = json(transferPage([transferText('1')], 'two'))
    const { exitCode, arrived } = await list([circle], ['--all'])
    expect(exitCode).toBe(4)
    expect(arrived).toHaveLength(2)
  })

  it('reports the wait that the service asks for, and waits for so long', async () => {
    const busy = refusal('RATE_LIMITED', undefined, { 'Retry-After': '1' })
    const answers = [busy, json('{"transfers":[]}')]
    const { waits, wait } = recordedWaits()
    const { exitCode, stderr } = await list(answers, [], { wait })
    expect(exitCode).toBe(0)
    expect(stderr).toMatch(/^vadium: retrying in 2 s\n/)
    expect(backOffsOf(waits.map((ms) => ms - 1_000))).toEqual([200])
  })

  it('retries by itself when the connection is lost', async () => {
    const { waits, wait } = recordedWaits()
    const { exitCode, arrived } = await list([hangUp, json('{"transfers":[]}')], [], { wait })
    expect({ exitCode, arrived: arrived.length }).toEqual({ exitCode: 0, arrived: 2 })
    expect(backOffsOf(waits)).toEqual([200])
  })
})

describe('transfers list --query', () => {
  it.each([
    ['transfers[].quantity', `${QUANTITY}\n7\n`],
    ["transfers[?token=='BTC'].{n: order_id, s: status}", '{"n":9,"s":"COMPLETED"}\n'],
    ['length(transfers)', '2\n'],
    ['transfers[0].none', 'null\n'],
    ['sort_by(transfers, &to_number(quantity))[0].token', 'BTC\n'],
  ])('prints what %s chooses, amounts with all their digits', async (query, printed) => {
    const { exitCode, stdout, stderr } = await list([twoTransfers], ['--query', query])
    expect({ exitCode, stdout, stderr }).toEqual({ exitCode: 0, stdout: printed, stderr: '' })
  })

  it('prints no control characters of other parties', async () => {
    const page = json(transferPage([transferText('1', { status: 'IN\u001b[2J\nPROGRESS' })]))
    const { stdout } = await list([page], ['--query', 'transfers[].status'])
    expect(stdout).toBe('IN\ufffd[2J\ufffdPROGRESS\n')
  })

  it.each(['transfers[', '][', 'fly(@)', ''])('sends nothing for %j', async (query) => {
    const { exitCode, stderr, arrived } = await list([twoTransfers], ['--query', query])
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain('--query: ')
  })

  it('says that the answer does not fit', async () => {
    const { exitCode, stderr } = await list([twoTransfers], ['--query', 'sum(transfers)'])
    expect(exitCode).toBe(2)
    expect(stderr).toContain('The expression does not fit the answer.')
  })
})

describe('a list that is longer than the screen', () => {
  const page = json(
    transferPage(
      Array.from({ length: 30 }, (_, index) => transferText(`${index + 1}`)),
      'next',
    ),
  )
  const terminal = { columns: 100, rows: 20 }

  /** Lists with a pager, which shows what it gets, or which the reader leaves at once. */
  async function listPaged(flags: readonly string[] = [], more: Surroundings = {}, leaves = false) {
    const started: string[] = []
    let shown: Promise<string> = Promise.resolve('')
    const startPager = async (command: string) => {
      started.push(command)
      const input = new PassThrough()
      if (leaves) return { input: input.destroy(), left: Promise.resolve() }
      shown = text(input)
      return { input, left: shown.then(() => undefined) }
    }
    const env = { NO_COLOR: '1', PAGER: 'less -S', ...more.env }
    const ran = await list([page], flags, { ...terminal, startPager, ...more, env })
    return { ...ran, started, shown: await shown }
  }

  it('goes through the pager, and its notes follow', async () => {
    const { exitCode, stdout, stderr, started, shown } = await listPaged()
    expect({ exitCode, stdout, started }).toEqual({ exitCode: 0, stdout: '', started: ['less -S'] })
    expect(shown.trimEnd().split('\n')).toHaveLength(31)
    expect(stderr).toContain('More transfers follow.')
  })

  it('goes through less when no pager is named', async () => {
    const { stdout, started } = await listPaged([], { env: { PAGER: undefined } })
    expect({ stdout, started }).toEqual({ stdout: '', started: ['less'] })
  })

  it.each([
    ['--no-pager is given', ['--no-pager'], {}],
    ['NO_PAGER is set', [], { env: { NO_PAGER: '1' } }],
    ['PAGER is empty', [], { env: { PAGER: '' } }],
    ['PAGER is cat', [], { env: { PAGER: 'cat' } }],
    ['the terminal can do nothing', [], { env: { PAGER: undefined, TERM: 'dumb' } }],
    ['it is in a pipe', [], { columns: undefined, rows: undefined }],
    ['it fits', [], { rows: 40 }],
  ])('does not if %s', async (_, flags, more) => {
    const { stdout, started } = await listPaged(flags, more)
    expect(started).toEqual([])
    expect(stdout.trimEnd().split('\n')).toHaveLength(31)
  })

  it('is shown without a pager, all of it, when there is no such program', async () => {
    const env = { PAGER: 'no-such-pager -x' }
    const startPager = (command: string) => pagerAtTerminal(command, process.env)
    const { exitCode, stdout, stderr } = await listPaged([], { env, startPager })
    expect(exitCode).toBe(0)
    expect(stdout.trimEnd().split('\n')).toHaveLength(31)
    expect(stderr).toContain('The pager could not be started: spawn no-such-pager ENOENT\n')
  })

  it('is shown without a pager and without a note when there is no less', async () => {
    const startPager = () => pagerAtTerminal('no-such-less', process.env)
    const { stdout, stderr } = await listPaged([], { env: { PAGER: undefined }, startPager })
    expect(stdout.trimEnd().split('\n')).toHaveLength(31)
    expect(stderr).not.toContain('pager')
  })

  it('is read no further when the reader leaves the pager', async () => {
    const { exitCode, arrived } = await listPaged(['--all'], {}, true)
    const pages = arrived.filter(({ target }) => target.startsWith('/transfers'))
    expect({ exitCode, pages: pages.length }).toEqual({ exitCode: 0, pages: 1 })
  })
})

describe('transfers get', () => {
  it('names the parties beside their ids', async () => {
    const { arrived, ...ran } = await answered(
      [
        json(transferText('7', { steps: [], usual_seconds: null })),
        json({
          agreements: [
            {
              lender_id: '3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5',
              lender_name: 'Harbor Bank',
              borrower_id: '8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901',
              borrower_name: 'Kestrel',
            },
          ],
        }),
      ],
      ['transfers', 'get', 'ff983a71-db89-400e-b104-617b226948b6'],
    )
    expect({ exitCode: ran.exitCode, sent: arrived.length }).toEqual({ exitCode: 0, sent: 2 })
    expect(ran.stdout).toContain('Harbor Bank (organizations/3f9e6d5c-1a2b-4c3d-8e7f-a0b1c2d3e4f5)')
    expect(ran.stdout).toContain('Kestrel (organizations/8c1d2a7e-5b0f-4c55-9a6e-d1f0c3b2a901)')
  })

  it('asks for no names that the answer has', async () => {
    const position = recorded.operations.getPosition.answer
    const argv = ['positions', 'get', position.id]
    const { arrived, stdout } = await answered([json(position)], argv)
    expect(arrived).toHaveLength(1)
    expect(stdout).toContain(position.lender_name)
  })
})
