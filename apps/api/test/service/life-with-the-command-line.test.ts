import { exitCodes } from '@vadium/cli'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Book } from '../harness/book.ts'
import { CommandLine } from '../harness/command-line.ts'
import { insertTransfers } from '../harness/inserted-transfers.ts'
import { type RunningService, startService } from '../harness/service.ts'

const book = new Book()
const [harbor, quay] = [book.party('harbor'), book.party('quay', 'bitgo')]
const execution = quay.credential('execution')
const reporting = quay.credential('reporting')
const deal = book.deal(harbor, quay)
book.price('BTC', '60000', '2026-03-02T12:00:00.000Z')
book.price('ETH', '2500', '2026-03-02T12:00:00.000Z')
const digits = '123456789.123456789012345678'
book.transfer(deal, quay, harbor, { quantity: digits })
for (let i = 0; i < 5; i += 1) book.transfer(deal, harbor, quay, { token: 'BTC', leg: 'asset' })

let service: RunningService
let commandLine: CommandLine
beforeAll(async () => {
  service = await startService({ scenario: book.scenario })
  await insertTransfers(service.database, book)
  commandLine = await CommandLine.open({
    execution: { service, key: execution },
    reporting: { service, key: reporting },
  })
})
afterAll(async () => {
  await service.close()
  await commandLine.remove()
})

const vadium = (...argv: string[]) => commandLine.run(...argv)

describe('the command against the service', () => {
  it('previews, and verifies its explanation', async () => {
    const { code, stdout } = await vadium('m2m', 'preview', deal.positionId, '--explain')
    expect(code).toBe(0)
    expect(stdout).toMatch(/direction +TopUp/)
    expect(stdout).toMatch(/collateral to move +60 ETH/)
    expect(stdout).toContain('Verified')
  })

  it('lists every digit, as a table and as the service wrote it', async () => {
    const table = await vadium('transfers', 'list', '--token', 'ETH')
    expect(table).toMatchObject({ code: 0 })
    expect(table.stdout).toContain(digits)
    const json = await vadium('transfers', 'list', '--token', 'ETH', '--json')
    expect(json.stdout).toContain(`"quantity":${digits},`)
  })

  it('finds nothing wrong with the profile, the key and the version', async () => {
    const { code, stdout } = await vadium('doctor', '--json')
    expect(code).toBe(0)
    const { findings } = JSON.parse(stdout) as { findings: { check: string; state: string }[] }
    // The service has the clock of the test, but a reply names the time of this machine.
    const others = findings.filter(({ check }) => check !== 'clock')
    expect(others.map(({ state, check }) => `${state} ${check}`)).toEqual(
      ['profile', 'reach', 'key', 'version', 'limits'].map((check) => `ok ${check}`),
    )
  })

  it('fetches all pages', async () => {
    const { stdout } = await vadium('transfers', 'list', '--page-size', '2', '--all', '--json')
    const pages = stdout.trim().split('\n')
    // Two of the opening and six that were inserted.
    expect(pages).toHaveLength(4)
    expect(stdout.match(/"external_transfer_id"/g)).toHaveLength(8)
  })

  it('shows the refusal and its reason, and sets the exit code', async () => {
    const refused = await vadium('m2m', 'preview', deal.positionId, '--profile', 'reporting')
    expect(refused).toMatchObject({ code: exitCodes.refused.code, stdout: '' })
    expect(refused.stderr).toContain('ROLE_NOT_PERMITTED')
    const unknown = await vadium('transfers', 'list', '--status', 'DONE')
    expect(unknown.code).toBe(exitCodes.refused.code)
    expect(unknown.stderr).toContain('IN_PROGRESS')
    expect((await vadium('transfers', 'list', '--order-id', 'x')).code).toBe(exitCodes.usage.code)
  })
})
