import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { ApprovalRequiredError, type VadiumClient } from '@vadium/client'
import { type Operation, operations } from '@vadium/schema'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientOf, type Started, startBuilt, temporaryFolder } from './built-start.ts'

const docs = fileURLToPath(new URL('../../../docs/', import.meta.url))
const timeout = 900_000
const folder = mkdtempSync(join(tmpdir(), 'vadium-bruno-'))
const collection = join(folder, 'collection')

beforeAll(async () => {
  cpSync(join(docs, 'bruno-command'), folder, { recursive: true })
  cpSync(join(docs, 'bruno'), collection, { recursive: true })
  const install = ['-y', 'pnpm@10.34.9', 'install', '--frozen-lockfile', '--ignore-scripts']
  await promisify(execFile)('npx', install, { cwd: folder })
}, timeout)
afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
}, timeout)

/** What reads and ends: a stream does not. Only a sandbox has some. */
const reading = operations.filter(
  ({ safe, streams, sandboxOnly }) => safe && streams !== true && sandboxOnly !== true,
)
const isOfOperator = ({ roles }: Operation) => !roles.includes('admin')

/** The files of requests of the collection, by the method and the path that each sends. */
function requestFiles(): ReadonlyMap<string, string> {
  const files = readdirSync(collection, { recursive: true, encoding: 'utf8' })
  const found = files.flatMap((file): [string, string][] => {
    const text = file.endsWith('.bru') ? readFileSync(join(collection, file), 'utf8') : ''
    const [, method = '', path = ''] = /^(\w+) \{\n {2}url: \{\{url\}\}([^?\n]*)/m.exec(text) ?? []
    return method === ''
      ? []
      : [[`${method.toUpperCase()} ${path.replaceAll(/\{\{(\w+)\}\}/g, '{$1}')}`, file]]
  })
  return new Map(found)
}

/** Puts what this book has in place of the ids of the examples. */
async function placeIds(started: Started): Promise<void> {
  const ids = await idsOf(started)
  for (const file of requestFiles().values()) {
    const path = join(collection, file)
    const text = readFileSync(path, 'utf8')
    const placed = text
      .replaceAll(/^( {2}(\w+_id): ).*$/gm, (line, open: string, name: string) =>
        name in ids ? `${open}${ids[name] ?? ''}` : line,
      )
      .replaceAll(/"position_id": "[^"]*"/g, `"position_id": "${ids['position_id'] ?? ''}"`)
      .replace(/("position_ids": \[\s*)"[^"]*"/, `$1"${ids['called_position_id'] ?? ''}"`)
      .replace(/("id": )"[^"]*"/, `$1"${ids['mark_to_market_request_id'] ?? ''}"`)
    writeFileSync(path, placed)
  }
}

/** Of each resource that a request names, one that the lender has. */
async function idsOf(started: Started): Promise<Record<string, string | undefined>> {
  const client = clientOf(started, 'harbor-admin')
  const operator = clientOf(started, 'vadium-operator')
  const one = { page_size: 1 }
  const first = async (list: AsyncIterable<{ id: string }>) => {
    for await (const { id } of list) return id
    return undefined
  }
  const { webhook_endpoint: endpoint } = await client.webhooks.create({
    target_url: 'https://hooks.example.com/vadium',
  })
  const { invitation } = await client.invitations.create({ name: 'Ada', role: 'viewer' })
  // What a set calls for is of deals under one agreement.
  const [set] = (await client.callSets.list(one)).call_sets
  const called = await client.markToMarketRequests.get(set?.request_ids[0] ?? '')
  const position_id = await first(client.positions.list({ ready_for_m2m: true, ...one }))
  return {
    order_id: await first(client.orders.list(one)),
    webhook_endpoint_id: endpoint.id,
    webhook_delivery_id: (await client.webhooks.test(endpoint.id)).id,
    invitation_id: invitation.id,
    approval_id: await approvalOf(
      client,
      clientOf(started, 'harbor-execution'),
      called.position_id,
    ),
    call_set_id: set?.id,
    agreement_id: set?.agreement_id,
    mark_to_market_request_id: called.id,
    called_position_id: called.position_id,
    position_id,
    transfer_id: await first(client.transfers.list(one)),
    order_request_id: await first(client.orderRequests.list(one)),
    close_out_id: await first(client.closeOuts.list(one)),
    document_id: await first(client.documents.list(one)),
    notification_id: await first(client.notifications.list(one)),
    organization_id: await first(operator.organizations.list(one)),
  }
}

/** A request that others must approve. */
async function approvalOf(admin: VadiumClient, caller: VadiumClient, position_id: string) {
  const rule = { approvals: 1, above_usd: null, within_seconds: 3600 }
  await admin.approvalPolicies.set({ rules: [{ ...rule, operation: 'createOrderRequest' }] })
  const asked: unknown = await caller.orderRequests
    .create({ position_id, kind: 'recall' })
    .catch((error: unknown) => error)
  return asked instanceof ApprovalRequiredError ? asked.approval.id : undefined
}

/** No request is shed where other tests take the processor. */
const patient = { OVERLOAD_WAIT_MS: '3000' }

/** The status of each request that the command line of Bruno has sent, by its file. */
async function statuses(files: readonly string[], started: Started, profile: string) {
  const { url = '', privateKey = '' } = started.profiles()[profile] ?? {}
  writeFileSync(join(collection, '.env'), `VADIUM_URL=${url}\nVADIUM_PRIVATE_KEY=${privateKey}\n`)
  const report = join(folder, `${profile}.json`)
  const bru = join(folder, 'node_modules/.bin/bru')
  const given = ['run', ...files, '--sandbox=developer', '--reporter-json', report]
  await promisify(execFile)(bru, given, { cwd: collection, maxBuffer: 2 ** 26 })
  const [{ results }] = JSON.parse(readFileSync(report, 'utf8')) as [
    { results: { test: { filename: string }; response: { status: number } }[] },
  ]
  return results.map(({ test, response }) => [test.filename, response.status] as const)
}

it(
  'answers every request that reads, as the command line of Bruno sends it',
  { timeout },
  async () => {
    const started = await startBuilt(join(temporaryFolder(), 'data'), patient)
    await placeIds(started)
    const byCall = requestFiles()
    const filesOf = (some: readonly Operation[]) =>
      some.map(({ method, path }) => byCall.get(`${method} ${path}`) ?? path)
    const ofOperator = filesOf(reading.filter(isOfOperator))
    const ofAdmin = filesOf(reading.filter((operation) => !isOfOperator(operation)))
    const seen = [
      ...(await statuses(ofAdmin, started, 'harbor-admin')),
      ...(await statuses(ofOperator, started, 'vadium-operator')),
    ]
    expect(seen).toHaveLength(reading.length)
    expect(seen.filter(([, status]) => status !== 200)).toEqual([])
  },
)
