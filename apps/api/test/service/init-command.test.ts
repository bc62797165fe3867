import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exitCodes } from '@vadium/cli'
import { generateKeyPair } from '@vadium/client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runBootstrap } from '../../src/commands/bootstrap-command.ts'
import { CommandLine } from '../harness/command-line.ts'
import { createDatabase, type TestDatabase } from '../harness/database.ts'
import { isLongRun } from '../harness/long-run.ts'
import { type RunningService, startService } from '../harness/service.ts'

const [operator, secondOperator] = [generateKeyPair(), generateKeyPair()]

let database: TestDatabase
let service: RunningService
let folder: string
let file: string
const opened: CommandLine[] = []
beforeAll(async () => {
  database = await createDatabase()
  await runBootstrap(
    [
      ...['--organization', 'vadium', '--public-key', operator.publicKey],
      ...['--public-key', secondOperator.publicKey],
    ],
    { DATABASE_URL: database.url },
  )
  service = await startService({ database })
  folder = await mkdtemp(join(tmpdir(), 'vadium-init-'))
  file = join(folder, 'installation.json')
})
afterAll(async () => {
  await service.close()
  await database.drop()
  await rm(folder, { recursive: true })
  await Promise.all(opened.map((line) => line.remove()))
})

async function vadium(privateKey: string, ...argv: string[]) {
  const line = await CommandLine.open({ only: { service, key: { privateKey } } })
  opened.push(line)
  return line.run(...argv)
}
const byOperator = (...argv: string[]) => vadium(operator.privateKey, ...argv)
const approveBySecond = (id: string) =>
  vadium(secondOperator.privateKey, 'approvals', 'approve', id, '--yes', '--no-wait')
const keyIn = async (name: string) => (await readFile(join(folder, 'keys', name), 'utf8')).trim()
/** Everything that the installation has, in numbers. */
async function counts(): Promise<unknown> {
  const tables = ['custodians', 'assets', 'organizations', 'accounts', 'credentials', 'wallets']
    .concat(['agreements', 'agreement_versions', 'price_sources', 'prices', 'approvals'])
    .map((table) => `(SELECT count(*)::int FROM ${table}) AS ${table}`)
  return (await database.query(`SELECT ${tables.join(', ')}`)).rows
}

describe('vadium init', () => {
  it('sets up what the file describes, once, up to the first live preview', async () => {
    await writeFile(file, (await byOperator('init', '--template')).stdout)
    const first = await byOperator('init', file, '--yes')
    expect(first).toMatchObject({ code: 0, stderr: '' })
    expect(first.stdout).not.toContain('Left for others')
    const [harbor, kestrel] = [await keyIn('harbor-admin.key'), await keyIn('kestrel-admin.key')]
    expect((await stat(join(folder, 'keys', 'harbor-admin.key'))).mode & 0o777).toBe(0o600)
    expect(first.stdout).not.toContain(harbor)

    const before = await counts()
    const again = await byOperator('init', file, '--yes')
    expect(again).toMatchObject({ code: 0, stderr: '' })
    expect(again.stdout).toContain('Nothing to do')
    expect(await counts()).toEqual(before)
    expect(await keyIn('harbor-admin.key')).toBe(harbor)

    const offered = await vadium(
      harbor,
      ...[
        'orders',
        'create',
        '--lender-id',
        'Harbor Bank Treasury',
        '--borrower-id',
        'kestrel market making',
      ],
      ...['--asset', 'BTC', '--asset-quantity', '1', '--rate-percent', '4.25'],
      ...['--collateral-asset', 'USDC', '--collateral-quantity', '50000'],
      ...['--collateral-type', 'BILATERAL', '--asset-wallet-id', 'harbor-treasury'],
      ...['--collateral-wallet-id', 'harbor-treasury', '--json', '--yes'],
    )
    expect(offered).toMatchObject({ code: 0, stderr: '' })
    const number = String((JSON.parse(offered.stdout) as { number: number }).number)
    const wallets = ['--asset-wallet-id', 'kestrel-desk', '--collateral-wallet-id', 'kestrel-desk']
    expect(await vadium(kestrel, 'orders', 'accept', number, '--yes', ...wallets)).toMatchObject({
      code: 0,
    })
    for (let minute = 0; minute <= 5; minute += 1) {
      service.clock.set(`2026-03-02T12:0${minute}:00.000Z`)
      await service.services.custodyWorker.runDue()
    }
    const quotes = JSON.stringify([
      { asset: 'BTC', source: 'desk-1', price_usd: '61000' },
      { asset: 'USDC', source: 'desk-1', price_usd: '1' },
    ])
    expect(await byOperator('prices', 'push', '--quotes', quotes)).toMatchObject({ code: 0 })
    const preview = await vadium(harbor, 'm2m', 'preview', number, '--submit', '--yes')
    expect(preview).toMatchObject({
      code: 0,
      stderr: expect.stringMatching(/direction +TopUp/) as string,
    })
    expect(preview.stdout).toMatch(/status +PENDING/i)
  }, 60_000)

  it.runIf(isLongRun)(
    'asks a second person for approval once, however often it runs',
    async () => {
      const template = JSON.parse(await readFile(file, 'utf8')) as InstallationFile
      const bot = { name: 'Bot', kind: 'program', role: 'execution', key_file: 'keys/bot.key' }
      const [harbor, ...others] = template.organizations
      const accounts = [...(harbor?.accounts ?? []), bot]
      const wider = { ...template, organizations: [{ ...harbor, accounts }, ...others] }
      await writeFile(file, JSON.stringify(wider))
      const first = await byOperator('init', file, '--yes')
      expect(first).toMatchObject({ code: exitCodes.awaitsApproval.code, stderr: '' })
      const [, approval = ''] = /vadium approvals approve (\S+)/.exec(first.stdout) ?? []
      expect(first.stdout).toContain('run this command again after')
      const asked = await counts()
      expect(await byOperator('init', file, '--yes')).toMatchObject({
        code: exitCodes.awaitsApproval.code,
        stdout: expect.stringContaining(approval) as string,
      })
      expect(await counts()).toEqual(asked)

      expect(await approveBySecond(approval)).toMatchObject({ code: 0 })
      await service.services.approvalWorker.run()
      // The admin does not decide on requests of the operator who created the admin.
      const bySecond = () => vadium(secondOperator.privateKey, 'init', file, '--yes')
      const second = await bySecond()
      expect(second).toMatchObject({ code: exitCodes.awaitsApproval.code, stderr: '' })
      const [, credential = ''] = /vadium approvals approve (\S+)/.exec(second.stdout) ?? []
      expect(credential).not.toBe(approval)
      const withKey = await counts()
      service.clock.set('2026-03-02T12:06:00.000Z')
      expect((await bySecond()).stdout).toContain(credential)
      expect(await counts()).toEqual(withKey)
      const ada = await keyIn('harbor-admin.key')
      const approve = ['approvals', 'approve', credential, '--yes', '--no-wait']
      expect(await vadium(ada, ...approve)).toMatchObject({ code: 0 })
      await service.services.approvalWorker.run()
      expect(await bySecond()).toMatchObject({
        code: 0,
        stdout: expect.stringContaining('Nothing to do') as string,
      })
      const current = await vadium(await keyIn('bot.key'), 'credentials', 'current', '--json')
      expect(current.stdout).toContain('"role":"execution"')
    },
    60_000,
  )

  it.runIf(isLongRun)(
    'names who must agree to a later wallet, and goes on',
    async () => {
      const template = JSON.parse(await readFile(file, 'utf8')) as InstallationFile
      const [harbor, ...others] = template.organizations
      const assets = [
        ...template.assets,
        { symbol: 'ETH', name: 'Ether', normalized_symbol: 'ETH', decimals: 18 },
      ]
      const wallets = [
        ...(harbor?.wallets ?? []),
        ...['BTC', 'ETH'].map((asset) => ({
          id: `harbor-${asset}`,
          name: `Second ${asset}`,
          custodian: 'simulated',
          address: `0xharbor${asset}`,
          assets: [asset],
        })),
      ]
      const organizations = [{ ...harbor, wallets }, ...others]
      await writeFile(file, JSON.stringify({ ...template, assets, organizations }))
      const bySecond = () => vadium(secondOperator.privateKey, 'init', file, '--yes')
      const first = await bySecond()
      expect(first).toMatchObject({ code: exitCodes.awaitsApproval.code, stderr: '' })
      const waits = 'wallet harbor-BTC of harbor waits for the admin of Harbor Bank Treasury'
      expect(first.stdout).toContain(waits)
      expect(first.stdout).toContain('asset ETH waits for another operator')
      expect(first.stdout).toContain('wallet harbor-ETH of harbor: run this command again after')
      const asked = await counts()
      const again = await byOperator('init', file, '--yes')
      expect(again.stdout).toContain(waits)
      expect(await counts()).toEqual(asked)

      const ids = [...again.stdout.matchAll(/vadium approvals approve (\S+)/g)].map(([, id]) => id)
      const [asset = '', wallet = ''] = ids
      const approve = (id: string) => ['approvals', 'approve', id, '--yes', '--no-wait']
      expect(await byOperator(...approve(asset))).toMatchObject({ code: 0 })
      const ada = await keyIn('harbor-admin.key')
      expect(await vadium(ada, ...approve(wallet))).toMatchObject({ code: 0 })
      await service.services.approvalWorker.run()
      const last = await bySecond()
      expect(last.stdout).not.toContain(waits)
      expect(last.stdout).toContain(
        'wallet harbor-ETH of harbor waits for the admin of Harbor Bank',
      )
    },
    60_000,
  )
})

/** What the test reads of the file. */
interface InstallationFile {
  readonly assets: readonly object[]
  readonly organizations: readonly {
    readonly accounts: readonly object[]
    readonly wallets: readonly object[]
  }[]
}
