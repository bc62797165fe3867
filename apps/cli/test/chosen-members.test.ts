import { describe, expect, it } from 'vitest'
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { answered } from './answered-command.ts'
import { json } from './loopback-service.ts'
import { transferPage, transferText } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

const QUANTITY = '123456789.123456789012345678'
const pageText = transferPage([transferText(QUANTITY), transferText('7', { token: 'BTC' })])
const page = json(pageText)
const list = (...argv: string[]) => answered([page], ['transfers', 'list', ...argv])
const get = (...argv: string[]) =>
  answered([json(wholeTransfer)], ['transfers', 'get', anId, ...argv])
const wholeTransfer = transferText(QUANTITY, { steps: [], usual_seconds: null })
const anId = 'ff983a71-db89-400e-b104-617b226948b6'

describe('--json with members', () => {
  it('prints only these, in this order, with the digits and the places of the answer', async () => {
    const { exitCode, stdout, stderr } = await list('--json', 'token,sender.custodian,quantity')
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(stdout).toBe(
      `[{"token":"USDC","sender":{"custodian":"copper"},"quantity":${QUANTITY}},` +
        '{"token":"BTC","sender":{"custodian":"copper"},"quantity":7}]\n',
    )
  })

  it('prints an object for a single resource', async () => {
    const { stdout } = await get('--json=order_id,sender')
    expect(JSON.parse(stdout)).toEqual({
      order_id: 1042,
      sender: expect.objectContaining({ custodian: 'copper' }) as unknown,
    })
  })

  it.each([
    ['fee', 'external_transfer_id, category'],
    ['token,sender.name', 'sender.organization_id, sender.custodian'],
    ['sender.custodain', ': did you mean sender.custodian?'],
    ['custodian', ': did you mean sender.custodian?'],
    ['id.x', ''],
    ['', 'category'],
  ])('refuses what is no member, and lists what is: %j', async (names, allowed) => {
    const { exitCode, stdout, stderr, arrived } = await list(`--tsv=${names}`)
    expect({ exitCode, stdout, sent: arrived.length }).toEqual({ exitCode: 2, stdout: '', sent: 0 })
    const name = names.split(',').at(-1) ?? ''
    expect(stderr).toContain(`--tsv: the resource has no member ${JSON.stringify(name)}`)
    expect(stderr).toContain(allowed)
  })

  it('lists the members as JSON if the output is JSON', async () => {
    const { exitCode, stderr } = await list('--json', 'sender.name')
    expect(exitCode).toBe(2)
    expect(JSON.parse(stderr)).toMatchObject({
      error: {
        details: [
          {
            field: '--json',
            allowed: ['sender.organization_id', 'sender.custodian', 'sender.wallet_address'],
          },
        ],
      },
    })
  })

  it('leaves an id behind the flag to the command', async () => {
    const ran = await answered([json(wholeTransfer)], ['transfers', 'show', '--json', anId])
    expect(ran.stderr).toBe('')
    expect(ran.stdout).toBe(`${wholeTransfer}\n`)
    expect(ran.arrived[0]?.target).toBe(`/transfers/${anId}`)
  })

  it('is no flag before the command, nor of a command that prints something else', async () => {
    const first = await answered([page], ['--json', 'transfers', 'list'])
    expect(first.stdout).toBe(`${pageText}\n`)
    const other = await vadium(['profiles', 'list', '--json', 'name'], { env: keyFor('http://x') })
    expect(other.exitCode).toBe(2)
  })

  it.each([
    [['--json', '--tsv']],
    [['--json', 'id', '--query', 'transfers']],
    [['--tsv', '--query', 'transfers']],
  ])('is one form of several: %j', async (argv) => {
    const { exitCode, stderr, arrived } = await list(...argv)
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stderr).toContain('cannot be given with')
  })

  it('says on stderr that more follow', async () => {
    const more = [json(transferPage([transferText('7')], 'two'))]
    const { stdout, stderr } = await answered(more, ['transfers', 'list', '--json', 'token'])
    expect(stdout).toBe('[{"token":"USDC"}]\n')
    expect(stderr).toContain('--page-token two')
  })

  it('prints a line for each page with --all', async () => {
    const pages = [json(transferPage([transferText('1')], 'two')), page]
    const argv = ['transfers', 'list', '--all', '--json', 'quantity']
    const { stdout, stderr } = await answered(pages, argv)
    expect(stdout).toBe(`[{"quantity":1}]\n[{"quantity":${QUANTITY}},{"quantity":7}]\n`)
    expect(stderr).toBe('')
  })
})

describe('--tsv', () => {
  it('prints a line for each resource, values separated by tabs, without names', async () => {
    const { exitCode, stdout } = await list('--tsv', 'token,quantity,sender.custodian,order_id')
    expect(exitCode).toBe(0)
    expect(stdout).toBe(`USDC\t${QUANTITY}\tcopper\t1042\nBTC\t7\tcopper\t1042\n`)
  })

  it('prints all members, and their names first, if none are named', async () => {
    const { stdout } = await list('--tsv', '--all')
    const [names, ...rows] = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'))
    expect(rows).toHaveLength(2)
    expect(rows[0]?.[names?.indexOf('quantity') ?? -1]).toBe(QUANTITY)
    expect(rows[0]?.[names?.indexOf('provider_lifecycle.state') ?? -1]).toBe(
      'pending_provider_approval',
    )
    expect(rows.map(({ length }) => length)).toEqual([names?.length, names?.length])
  })

  it('keeps a value on its line and in its place, and hides no character', async () => {
    const hostile = transferText('1', { token: 'a\tb\\n\nc\r\u001b[2J\u202e' })
    const argv = ['transfers', 'list', '--tsv', 'token,quantity']
    const { stdout } = await answered([json(transferPage([hostile]))], argv)
    expect(stdout).toBe('a\\tb\\\\n\\nc\\r\\u001b[2J\\u202e\t1\n')
  })

  it('prints the members of a list as JSON, and nothing for null', async () => {
    const argv = [
      'positions',
      'get',
      anId,
      '--tsv',
      'coverage_history.ccr_percent,terms.haircut,status',
    ]
    const points = [{ time: '2026-01-01T16:00:00.000Z', ccr_percent: '150.00' }]
    const answer = { ...recorded.operations.getPosition.answer, coverage_history: points }
    const { stdout, stderr } = await answered([json(answer)], argv)
    expect(stderr).toBe('')
    expect(stdout).toBe('["150.00"]\t\tACTIVE\n')
  })

  it('prints what a write answers', async () => {
    const argv = ['transfers', 'cancel', anId, '--yes', '--tsv', 'id,status']
    const { stdout } = await answered([json(transferText('7'))], argv)
    expect(stdout).toBe(`${anId}\tIN_PROGRESS\n`)
  })
})
