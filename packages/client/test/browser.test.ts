import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { getInstallation, operations } from '@vadium/schema'
import { build, type InlineConfig } from 'tsdown'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type * as BrowserEntry from '../src/browser.ts'
import * as node from '../src/index.ts'
import { rejection } from './patient-client.ts'
import { json, keys, refusal, scriptedServer } from './scripted-server.ts'

const packageDirectory = join(import.meta.dirname, '..')

let outDir: string
let code: string
let browser: typeof BrowserEntry

// One file with all dependencies, resolved as a bundler for browsers resolves them.
const bundling: InlineConfig = {
  config: false,
  cwd: packageDirectory,
  dts: false,
  platform: 'browser',
  // Without the comments, which may mention Node.
  minify: true,
  logLevel: 'error',
  deps: { alwaysBundle: /./, onlyBundle: false },
  inputOptions: {
    resolve: { conditionNames: ['@vadium/source', 'browser', 'import', 'default'] },
  },
}

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'vadium-client-browser-'))
  await build({ ...bundling, entry: ['src/browser.ts'], outDir })
  const file = join(outDir, 'browser.js')
  code = await readFile(file, 'utf8')
  browser = (await import(pathToFileURL(file).href)) as typeof BrowserEntry
  const directory = join(outDir, 'published')
  await build({ cwd: packageDirectory, outDir: directory, dts: false, logLevel: 'error' })
})

/** The published entry, and all files that it imports. */
async function publishedFiles(): Promise<string[]> {
  const files = ['./browser.js']
  const texts: string[] = []
  for (const file of files) {
    const text = await readFile(join(outDir, 'published', file), 'utf8')
    texts.push(text)
    for (const [, from = ''] of text.matchAll(/\bfrom "(\.[^"]+)"/g)) {
      if (!files.includes(from)) files.push(from)
    }
  }
  return texts
}

afterAll(() => rm(outDir, { recursive: true }))

describe('the entry for browsers', () => {
  it('contains nothing of Node or undici', () => {
    const foreign =
      /[}*]\s*from\s*["'`]|\bimport\b|\brequire\(|["'`]node:|undici|\bBuffer\b|\bprocess\./g
    expect(code.match(foreign)).toBeNull()
  })

  it('imports nothing of Node or undici where it is published', async () => {
    const packages = new Set<string>()
    for (const built of await publishedFiles()) {
      for (const [, from = ''] of built.matchAll(/\bfrom "([^".][^"]*)"/g)) packages.add(from)
    }
    expect([...packages].sort()).toEqual(['@vadium/margin', 'eventsource-parser', 'lossless-json'])
  })

  it('marks where it is published that bundlers may leave out each operation', async () => {
    const built = (await publishedFiles()).join('\n')
    const made = [...built.matchAll(/(\/\*@__PURE__\*\/)?\bnew (?:Read|Write)\(/g)]
    expect(made).toHaveLength([...operations, getInstallation].length)
    expect(made.filter(([, mark]) => mark === undefined)).toEqual([])
  })

  it('signs with WebCrypto, sends with fetch, and reads every digit', async () => {
    await using server = await scriptedServer()
    server.answer(
      refusal('INTERNAL'),
      json('{"transfers":[{"quantity":9007199254740993}],"next_page_token":"two"}'),
      json('{"transfers":[{"quantity":0.10}]}'),
      json({ preview: {} }),
    )
    const client = new browser.VadiumClient({
      baseUrl: `${server.url}/v1`,
      privateKey: keys.privateKey,
      wait: () => Promise.resolve(),
    })

    const quantities: string[] = []
    for await (const { quantity } of client.transfers.list({ token: "'|é" }))
      quantities.push(quantity)
    await client.markToMarketRequests.preview({ position_id: 'p' })

    expect(quantities).toEqual(['9007199254740993', '0.10'])
    expect(server.arrived.map(({ verified }) => verified)).toEqual([true, true, true, true])
    expect(server.arrived[0]?.target).toBe('/v1/transfers?token=%27%7C%C3%A9')
    expect(server.arrived[3]?.method).toBe('POST')
  })

  it('follows no redirect', async () => {
    await using server = await scriptedServer()
    server.answer(json({}, 307, { Location: `${server.url}/elsewhere` }))
    const client = new browser.VadiumClient({ baseUrl: server.url, ...keys })
    expect(await rejection(client.transfers.list())).toBeInstanceOf(browser.VadiumReplyError)
    expect(server.arrived).toHaveLength(1)
  })

  it('generates key pairs that it can use, and signs for other programs', async () => {
    const pair = await browser.generateWebKeyPair()
    const request = { method: 'GET', target: '/x' }
    const headers = await browser.signWebRequest(request, pair.privateKey, 5)
    expect(headers).toMatchObject({ 'X-API-Key': pair.publicKey, 'X-Timestamp-Ms': '5' })
  })

  // A bundler takes this entry, whereas TypeScript has read the types of the entry for Node.
  it('exports no name that means something else in the entry for Node', () => {
    const onlyInNode = Object.keys(node).filter((name) => !(name in browser))
    expect(onlyInNode.sort()).toEqual([
      'VadiumWebhookError',
      'generateKeyPair',
      'proveKey',
      'publicKeyOf',
      'signRequest',
      'undiciTransport',
      'verifyWebhook',
    ])
    expect(Object.keys(browser).filter((name) => !(name in node))).toEqual([])
  })

  it('cannot be bundled with a part that only Node has', async () => {
    const page = join(outDir, 'page.ts')
    const entry = join(packageDirectory, 'src/browser.ts')
    const bundle = async (name: string) => {
      await writeFile(page, `import { ${name} } from '${entry}'\nconsole.log(${name}())`)
      await build({ ...bundling, entry: [page], outDir: join(outDir, 'page') })
    }
    await expect(bundle('generateKeyPair')).rejects.toThrow(/MISSING_EXPORT/)
    await bundle('generateWebKeyPair')
  })

  it('refuses a malformed key at once, and never quotes a damaged key', async () => {
    const baseUrl = 'http://127.0.0.1:1'
    expect(() => new browser.VadiumClient({ baseUrl, privateKey: 'short' })).toThrow(/privateKey/)
    const seed = keys.privateKey.slice(0, 42)
    const damaged = seed + 'A'.repeat(44)
    const client = new browser.VadiumClient({ baseUrl, privateKey: damaged })
    const error = await rejection(client.transfers.list())
    expect(error).toBeInstanceOf(TypeError)
    expect(String(error)).not.toContain(seed)
  })
})
