import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { installationTemplate } from '../src/init/template.ts'
import {
  type Answer,
  json,
  type LoopbackService,
  loopbackService,
  refusal,
} from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const id = (digit: number) => `${digit}b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11`

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vadium-init-'))
})
afterEach(() => rm(folder, { recursive: true }))

async function fileOf(content: unknown): Promise<string> {
  const path = join(folder, 'installation.json')
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const time = '2026-03-02T12:00:00.000Z'
const account = { id: id(1), organization_id: id(2), name: 'Olga', kind: 'person' }
const organization = { id: id(2), slug: 'vadium', name: 'V', status: 'active', create_time: time }

/** An installation without anything. A write gets the given answer. */
function empty(write: Answer): Promise<LoopbackService> {
  return loopbackService((response, arrived) => {
    const [path = ''] = arrived.target.split('?')
    const list = path.slice(1).replace('-', '_')
    if (arrived.method !== 'GET') write(response, arrived)
    else if (path === '/installation') json({ installation_id: id(3) })(response, arrived)
    else if (path === '/credentials/current') {
      json({ credential: {}, account, organization, sandbox: false, book_time: time })(
        response,
        arrived,
      )
    } else json({ [list]: [] })(response, arrived)
  })
}

const writes = (service: LoopbackService) =>
  service.arrived.filter(({ method }) => method !== 'GET')

describe('vadium init', () => {
  it('names every fault of the file at once, and sends nothing', async () => {
    const template = installationTemplate()
    const [first] = template.organizations
    const file = await fileOf({
      ...template,
      custodians: [{ id: 'Simulated', name: 'S', adapter: 'pigeon' }],
      organizations: [{ ...first, slug: '-', colour: 'blue', wallets: undefined }],
      prices: [{ asset: 'BTC', source: 'desk-1', price_usd: 60_000 }],
    })
    await using service = await empty(refusal('INTERNAL'))
    const { exitCode, stderr, stdout } = await vadium(['init', file, '--yes'], {
      env: keyFor(service.url),
    })
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: '' })
    for (const field of [
      'custodians[0].id: must be 1 to 64',
      'custodians[0].adapter: must be one of simulated, fireblocks',
      'organizations[0].slug: must be',
      'organizations[0].colour: is not a member',
      'organizations[0].wallets: is missing',
      'prices[0].price_usd: must be a decimal',
    ]) {
      expect(stderr).toContain(field)
    }
    expect(service.arrived).toEqual([])
  })

  it('names every reference that leads nowhere, and every name that is given twice', async () => {
    const template = installationTemplate()
    const file = await fileOf({
      ...template,
      assets: template.assets.slice(1),
      organizations: [
        ...template.organizations,
        {
          ...template.organizations[0],
          wallets: [
            { ...template.organizations[0]?.wallets[0], id: 'one', name: 'Treasury' },
            { ...template.organizations[0]?.wallets[0], id: 'two', name: 'TREASURY' },
          ],
        },
      ],
      agreements: template.agreements.map((one) => ({ ...one, borrower: 'nobody' })),
      prices: [{ asset: 'USDC', source: 'desk-2', price_usd: '1' }],
    })
    await using service = await empty(refusal('INTERNAL'))
    const { exitCode, stderr } = await vadium(['init', file, '--yes'], { env: keyFor(service.url) })
    expect(exitCode).toBe(2)
    for (const fault of [
      'organizations[0].wallets[0].assets[0]: "BTC" is not among the assets of this file',
      'organizations[2].wallets: name "treasury" is given more than once',
      'organizations: slug "harbor" is given more than once',
      'key_file "keys/harbor-admin.key" is given more than once',
      'agreements[0].borrower: "nobody" is not among the organizations of this file',
      'prices[0].source: "desk-2" is not among the price_sources of this file',
    ]) {
      expect(stderr).toContain(fault)
    }
    expect(service.arrived).toEqual([])
  })

  it('shows what it would do with --dry-run, and writes nothing', async () => {
    const file = await fileOf(installationTemplate())
    await using service = await empty(refusal('INTERNAL'))
    const { exitCode, stdout } = await vadium(['init', file, '--dry-run'], {
      env: keyFor(service.url),
    })
    expect(exitCode).toBe(0)
    expect(stdout).toContain('to do   organization harbor\n')
    expect(stdout).toMatch(/(\d+) of \1 to do at http/)
    expect(writes(service)).toEqual([])
    await expect(stat(join(folder, 'keys'))).rejects.toThrow('ENOENT')
  })

  it('writes nothing when nobody confirms', async () => {
    const file = await fileOf(installationTemplate())
    await using service = await empty(refusal('INTERNAL'))
    const { exitCode, stderr } = await vadium(['init', file], { env: keyFor(service.url) })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('--yes')
    expect(service.arrived).toEqual([])
  })

  it('does nothing when something exists otherwise than in the file', async () => {
    const file = await fileOf(installationTemplate())
    await using service = await loopbackService((response, arrived) => {
      const [path = ''] = arrived.target.split('?')
      const assets = [{ symbol: 'BTC', name: 'Bitcoin', normalized_symbol: 'BTC', decimals: 6 }]
      const answers: Record<string, object> = {
        '/installation': { installation_id: id(3) },
        '/credentials/current': {
          credential: {},
          account,
          organization,
          sandbox: false,
          book_time: time,
        },
        '/assets': { assets },
      }
      json(answers[path] ?? { [path.slice(1).replace('-', '_')]: [] })(response, arrived)
    })
    const { exitCode, stderr } = await vadium(['init', file, '--yes'], { env: keyFor(service.url) })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('assets[0].decimals: is 6 already, but 8 here')
    expect(writes(service)).toEqual([])
  })

  it('says how to go on after a refusal, and repeats a write under the same key', async () => {
    const file = await fileOf(installationTemplate())
    const keys: unknown[] = []
    await using service = await empty((response, arrived) => {
      keys.push(arrived.headers['idempotency-key'])
      const answer =
        arrived.target === '/custodians' ? json(arrived.body) : refusal('ALREADY_EXISTS')
      answer(response, arrived)
    })
    const run = () => vadium(['init', file, '--yes'], { env: keyFor(service.url) })
    const { exitCode, stdout, stderr } = await run()
    expect({ exitCode, stderr }).toMatchObject({ exitCode: 3 })
    expect(stdout).toContain('done  custodian simulated\n')
    expect(stderr).toMatch(/stopped after 1 of \d+\. The same command goes on from there\./)
    await run()
    // A refusal may be that of an earlier run, so it is asked for once more, under a new key.
    const [first, second] = [keys.slice(0, 3), keys.slice(3)]
    expect(second.slice(0, 2)).toEqual(first.slice(0, 2))
    expect(new Set(keys).size).toBe(4)
  })

  it('refuses a key file that others can read', async () => {
    const template = installationTemplate()
    const file = await fileOf({
      ...template,
      organizations: template.organizations.map((one, index) => ({
        ...one,
        accounts: one.accounts.map((each) => ({ ...each, key_file: `${index}.key` })),
      })),
    })
    await writeFile(join(folder, '0.key'), 'secret-text', { mode: 0o644 })
    await using service = await empty(refusal('INTERNAL'))
    const { exitCode, stderr } = await vadium(['init', file, '--yes'], { env: keyFor(service.url) })
    expect(exitCode).toBe(2)
    expect(stderr).toContain('chmod 600')
    expect(stderr).not.toContain('secret-text')
    expect(writes(service)).toEqual([])
  })

  it('has a template in which every member of the file is shown', async () => {
    const { exitCode, stdout } = await vadium(['init', '--template'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toEqual(installationTemplate())
  })
})

describe('vadium agreements template', () => {
  it('prints terms that set one of each two members', async () => {
    const { exitCode, stdout } = await vadium(['agreements', 'template'])
    expect(exitCode).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({
      requirement_percent: '105',
      haircut: null,
      dispute_tolerance_usd: '500',
      dispute_tolerance_percent: null,
      day_count: 'ACT/360',
    })
  })
})
