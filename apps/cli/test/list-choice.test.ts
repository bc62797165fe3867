import { describe, expect, it } from 'vitest'
import { answered } from './answered-command.ts'
import { json, refusal } from './loopback-service.ts'
import { transferPage, transferText } from './sample-answers.ts'

const page = (quantities: readonly string[], next?: string) =>
  json(
    transferPage(
      quantities.map((quantity) => transferText(quantity)),
      next,
    ),
  )

async function list(answers: Parameters<typeof answered>[0], argv: readonly string[]) {
  const ran = await answered(answers, ['transfers', 'list', ...argv])
  return { ...ran, targets: ran.arrived.map(({ target }) => target) }
}

describe('--limit', () => {
  it('reads as many pages as it takes, and no more than so many items', async () => {
    const pages = [page(['1', '2'], 'two'), page(['3'], 'three'), page(['4', '5'])]
    const { exitCode, stdout, targets } = await list(pages, ['--limit', '5', '--tsv', 'quantity'])
    expect({ exitCode, stdout }).toEqual({ exitCode: 0, stdout: '1\n2\n3\n4\n5\n' })
    expect(targets).toEqual([
      '/transfers?page_size=5',
      '/transfers?page_size=3&page_token=two',
      '/transfers?page_size=2&page_token=three',
    ])
  })

  it('reads nothing more once it has so many, and says that more follow', async () => {
    const pages = [page(['1', '2'], 'two'), refusal('OVERLOADED')]
    const argv = ['--limit', '2', '--page-size', '9', '--json']
    const { exitCode, stdout, targets } = await list(pages, argv)
    expect({ exitCode, targets }).toEqual({ exitCode: 0, targets: ['/transfers?page_size=2'] })
    expect(stdout).toBe(
      `${transferPage(
        ['1', '2'].map((one) => transferText(one)),
        'two',
      )}\n`,
    )
  })

  it('keeps to the largest page of the service', async () => {
    const { targets } = await list([page(['1'])], ['--limit', '5000', '--tsv'])
    expect(targets).toEqual(['/transfers?page_size=1000'])
  })

  it('cuts a list without pages, as JSON too', async () => {
    const results = ['a', 'b'].map((id) => ({ kind: 'order', id, label: id, order_id: id }))
    const argv = ['search', 'find', 'x', '--limit', '1', '--json']
    const { stdout } = await answered([json({ results })], argv)
    expect(JSON.parse(stdout)).toEqual({ results: results.slice(0, 1) })
  })

  it('is the parameter of an operation that has one', async () => {
    const answer = '{ "events": [], "next": "e1", "reset": false }'
    const argv = ['events', 'list', '--limit', '3', '--json']
    const { stdout, arrived } = await answered([json(answer)], argv)
    expect(stdout).toBe(`${answer}\n`)
    expect(arrived[0]?.target).toBe('/events?limit=3')
  })
})

describe('--sort', () => {
  const pages = [
    page(['9.5', '123456789.123456789012345679'], 'two'),
    page(['123456789.123456789012345678', '10', '9.50']),
  ]

  it('sorts the whole list by the size of figures, however many digits they have', async () => {
    const { exitCode, stdout, targets } = await list(pages, [
      '--sort',
      'quantity',
      '--tsv=quantity',
    ])
    expect(exitCode).toBe(0)
    expect(stdout.trimEnd().split('\n')).toEqual([
      '9.5',
      '9.50',
      '10',
      '123456789.123456789012345678',
      '123456789.123456789012345679',
    ])
    expect(targets).toEqual([
      '/transfers?page_size=1000',
      '/transfers?page_size=1000&page_token=two',
    ])
  })

  it('prints the largest first with a minus, and as many as the limit', async () => {
    const { stdout } = await list(pages, ['--sort', '-quantity', '--limit', '2', '--json'])
    expect(stdout).toBe(
      `${transferPage([
        transferText('123456789.123456789012345679'),
        transferText('123456789.123456789012345678'),
      ])}\n`,
    )
  })

  it('sorts texts by their characters, nested ones too, and what has no value last', async () => {
    const parties = ['copper', 'Bank', null, 'anchorage'].map((custodian, index) =>
      transferText(`${index}`, {
        sender: { organization_id: 'x', custodian, wallet_address: 'w' },
      }),
    )
    const custodians = async (sort: string) => {
      const argv = ['--sort', sort, '--tsv', 'sender.custodian']
      return (await list([json(transferPage(parties))], argv)).stdout.split('\n')
    }
    expect(await custodians('sender.custodian')).toEqual(['Bank', 'anchorage', 'copper', '', ''])
    expect(await custodians('-sender.custodian')).toEqual(['copper', 'anchorage', 'Bank', '', ''])
  })

  it('leaves equal ones in the order of the service', async () => {
    const { stdout } = await list(pages, ['--sort', '-token', '--tsv', 'quantity'])
    expect(stdout.startsWith('9.5\n123456789.123456789012345679\n')).toBe(true)
  })
})

it.each([
  [['--limit', '0'], '--limit: must be a whole number, 1 or more'],
  [['--limit', '3', '--all'], '--limit: cannot be given with --all'],
  [['--sort', '-fee'], '--sort: the resource has no member "fee"'],
  [['--sort', 'sender'], '--sort: "sender" has more than one value'],
])('refuses %j and sends nothing', async (argv, issue) => {
  const { exitCode, stderr, targets } = await list([], argv)
  expect({ exitCode, targets }).toEqual({ exitCode: 2, targets: [] })
  expect(stderr).toContain(issue)
})
