import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portToListenOn } from '../src/port.ts'
import { readSettings } from '../src/settings.ts'
import { start } from '../src/start.ts'
import { StartError } from '../src/start-error.ts'
import { standInPrograms } from './programs.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A start with the stand-in for the service. It stops when `whenReady` is done. */
async function run(
  environment: Record<string, string>,
  whenReady: (url: string) => Promise<unknown> = () => Promise.resolve(),
) {
  const folder = temporaryFolder()
  const shown: string[] = []
  const warned: string[] = []
  const stop = new AbortController()
  const port = await portToListenOn('127.0.0.1', 0)
  const variables = {
    DATABASE_URL: 'postgres://db.example/vadium',
    VADIUM_DATA: join(folder, 'data'),
    PORT: String(port),
    ...environment,
  }
  const outcome = start({
    settings: readSettings(variables, folder),
    environment: { ...process.env, ...variables },
    programs: standInPrograms(),
    stop: { requested: stop.signal, insisted: new AbortController().signal },
    terminal: {
      tell: (text) => {
        shown.push(text)
        if (!text.includes('Vadium is ready')) return
        const done = () => {
          stop.abort()
        }
        void whenReady(`http://127.0.0.1:${port}`).then(done, done)
      },
      warn: (text) => warned.push(text),
    },
  })
  const code = await outcome.catch((error: unknown) => error)
  return { code, told: shown.join(''), warned, data: variables.VADIUM_DATA, port }
}

function profilesIn(data: string, book: string) {
  const file = readFileSync(join(data, book, 'profiles.json'), 'utf8')
  return (JSON.parse(file) as { profiles: Record<string, { privateKey: string }> }).profiles
}

/** The addresses of the console in a text, with what their fragments hold. */
function consolesIn(text: string) {
  return [...text.matchAll(/^ +(http\S+console\/)#(\S+)$/gm)].map(([, page, fragment]) => ({
    page,
    ...Object.fromEntries(new URLSearchParams(fragment)),
  }))
}

describe('a start', () => {
  it('runs the service on the database of the environment, with the demo book', async () => {
    let seen: Record<string, string> = {}
    const {
      code,
      told: shown,
      data,
      port,
    } = await run({}, async (url) => {
      seen = (await (await fetch(url)).json()) as Record<string, string>
    })
    expect(code).toBe(0)
    expect(seen).toMatchObject({
      DATABASE_URL: 'postgres://db.example/vadium',
      SCENARIO: join(data, 'demo', 'scenario.json'),
      HOST: '127.0.0.1',
      PORT: String(port),
    })
    expect(existsSync(join(data, 'demo', 'profiles.json'))).toBe(true)
    expect(shown).toContain(`http://127.0.0.1:${port}`)
    expect(shown).toContain('Stopping.')
  })

  it('on any free port leaves no profiles behind', async () => {
    const data = join(temporaryFolder(), 'data')
    await run({ VADIUM_DATA: data })
    const files = () => readdirSync(join(data, 'demo')).filter((name) => name.includes('profiles'))
    let whileItRuns: string[] = []
    const { code } = await run({ VADIUM_DATA: data, PORT: '0' }, () => {
      whileItRuns = files()
      return Promise.resolve()
    })
    expect(code).toBe(0)
    expect(whileItRuns).toHaveLength(2)
    expect(files()).toEqual(['profiles.json'])
    const other = String(await portToListenOn('127.0.0.1', 0))
    await run({ VADIUM_DATA: data, PORT: other })
    expect(files().sort()).toEqual([`profiles-${other}.json`, 'profiles.json'])
  })

  it('prints a line to copy for each operation, with files that exist', async () => {
    const { told: shown, data } = await run({})
    const lines = shown.split('\n').filter((line) => line.includes('npx vadium'))
    expect(lines).toHaveLength(3)
    for (const line of lines) {
      expect(line).toContain(`VADIUM_PROFILES=${join(data, 'demo', 'profiles.json')} npx vadium`)
    }
    expect(shown.split('\n').every((line) => !/[^ -~]/.test(line))).toBe(true)
  })

  it('prints an address of the console for a lender and a borrower, each with its key', async () => {
    let seen: Record<string, string> = {}
    const { told, data, port } = await run({ BASE_PATH: '/v1' }, async (url) => {
      seen = (await (await fetch(url)).json()) as Record<string, string>
    })
    expect(seen['CONSOLE_KEY_IN_ADDRESS']).toBe('true')
    const profiles = profilesIn(data, 'demo')
    expect(consolesIn(told)).toEqual([
      {
        page: `http://127.0.0.1:${port}/v1/console/`,
        key: profiles['harbor-execution']?.privateKey,
        label: 'Harbor Bank Treasury (lender)',
      },
      {
        page: `http://127.0.0.1:${port}/v1/console/`,
        key: profiles['kestrel-execution']?.privateKey,
        label: 'Kestrel Market Making (borrower)',
      },
    ])
    for (const { privateKey } of Object.values(profiles)) {
      expect(readFileSync(join(data, 'logs', `service-${port}.log`), 'utf8')).not.toContain(
        privateKey,
      )
    }
  })

  it('prints one for a lender, a borrower and the operator of a sandbox', async () => {
    const { told, data, port } = await run({ SANDBOX: '1' })
    const page = `http://127.0.0.1:${port}/console/`
    const profiles = profilesIn(data, 'sandbox')
    expect(consolesIn(told)).toEqual([
      {
        page,
        key: profiles['sandbox-lender']?.privateKey,
        label: 'Harbor Bank Treasury (lender)',
      },
      {
        page,
        key: profiles['sandbox-borrower']?.privateKey,
        label: 'Kestrel Market Making (borrower)',
      },
      { page, key: profiles['sandbox-operator']?.privateKey, label: 'Sandbox operator' },
    ])
    const keys = consolesIn(told).map((one) => ('key' in one ? one.key : undefined))
    expect(new Set(keys).size).toBe(3)
  })

  it('prints no address with a key for a scenario of the user, or without the console', async () => {
    let seen: Record<string, string> = {}
    const own = await run({ SCENARIO: '/books/own.json' }, async (url) => {
      seen = (await (await fetch(url)).json()) as Record<string, string>
    })
    expect(seen).not.toHaveProperty('CONSOLE_KEY_IN_ADDRESS')
    const without = await run({ CONSOLE: 'false' })
    for (const { code, told } of [own, without]) {
      expect(code).toBe(0)
      expect(told).not.toContain('/console/')
    }
  })

  it('makes no demo when a scenario is given', async () => {
    let seen: Record<string, string> = {}
    const { told: shown, data } = await run({ SCENARIO: '/books/own.json' }, async (url) => {
      seen = (await (await fetch(url)).json()) as Record<string, string>
    })
    expect(seen['SCENARIO']).toBe('/books/own.json')
    expect(existsSync(join(data, 'demo'))).toBe(false)
    expect(shown).toContain('/books/own.json')
    expect(shown).not.toContain('npx vadium')
  })

  it('runs a sandbox when requested, on its own book', async () => {
    let seen: Record<string, string> = {}
    const { told: shown, data } = await run({ SANDBOX: '1' }, async (url) => {
      seen = (await (await fetch(url)).json()) as Record<string, string>
    })
    expect(seen).toMatchObject({ SANDBOX: '1', SCENARIO: join(data, 'sandbox', 'scenario.json') })
    expect(existsSync(join(data, 'demo'))).toBe(false)
    expect(shown).toContain(
      `VADIUM_PROFILES=${join(data, 'sandbox', 'profiles.json')} npm run demo\n`,
    )
    expect(shown).not.toContain('m2m preview')
  })

  it('makes no book for a sandbox when a scenario is given', async () => {
    const { told: shown, data } = await run({ SANDBOX: '1', SCENARIO: '/books/own.json' })
    expect(existsSync(join(data, 'sandbox'))).toBe(false)
    expect(shown).toContain('/books/own.json')
    expect(shown).toContain('npm run demo -- --profile')
    expect(shown).not.toContain('npx vadium')
  })

  it('writes the address of the service into the profiles', async () => {
    const { data, port } = await run({ BASE_PATH: '/v1', HOST: '0.0.0.0' })
    const file = readFileSync(join(data, 'demo', 'profiles.json'), 'utf8')
    expect(file).toContain(`"url": "http://127.0.0.1:${port}/v1"`)
  })

  it('beside another leaves the profiles of that one unchanged, and prints its own', async () => {
    let second: Awaited<ReturnType<typeof run>> | undefined
    let before = ''
    const read = (path: string) => readFileSync(path, 'utf8')
    const data = join(temporaryFolder(), 'data')
    const first = join(data, 'demo', 'profiles.json')
    const { code } = await run({ VADIUM_DATA: data }, async () => {
      before = read(first)
      second = await run({ VADIUM_DATA: data })
    })
    expect([code, second?.code]).toEqual([0, 0])
    expect(read(first)).toBe(before)
    const own = join(data, 'demo', `profiles-${second?.port}.json`)
    expect(second?.told).toContain(`VADIUM_PROFILES=${own} npx vadium`)
    expect(read(own)).toContain(`"url": "http://127.0.0.1:${second?.port}"`)
  })

  it('shows warnings, and keeps the whole log', async () => {
    const { warned, data, port } = await run({})
    expect(warned).toEqual(['warn: stopping\n'])
    const log = readFileSync(join(data, 'logs', `service-${port}.log`), 'utf8')
    expect(log).toBe('{"level":"warn","msg":"stopping"}\n')
  })

  it('uses the same keys as another first start at the same time', async () => {
    const data = join(temporaryFolder(), 'data')
    const starts = [run({ VADIUM_DATA: data }), run({ VADIUM_DATA: data })]
    expect((await Promise.all(starts)).map(({ code }) => code)).toEqual([0, 0])
    const names = readdirSync(join(data, 'demo')).filter((name) => name.includes('profiles'))
    const keys = names.map((name) =>
      readFileSync(join(data, 'demo', name), 'utf8').replaceAll(/"url": .*/g, ''),
    )
    expect(names).toHaveLength(2)
    expect(new Set(keys).size).toBe(1)
  })
})

describe('a service that ends', () => {
  it('before it is ready fails the start with its own message', async () => {
    const { code } = await run({ STAND_IN: 'refuses' })
    expect(code).toBeInstanceOf(StartError)
    expect(String(code)).toContain('The service ended with exit code 1.')
    expect(String(code)).toContain('LOG_LEVEL: Expected union value.')
  })

  it('while it runs fails the start', async () => {
    const { code } = await run({}, async (url) => {
      await fetch(`${url}/die`).catch(() => undefined)
      await new Promise(() => undefined)
    })
    expect(code).toBeInstanceOf(StartError)
    expect(String(code)).toContain('The service ended by SIGKILL.')
  })

  it('with an error, when it was stopped, sets the exit code', async () => {
    expect(await run({ STAND_IN: 'ends badly' })).toMatchObject({ code: 1 })
  })
})

it('names the folder that it cannot write to, and how to choose another', async () => {
  const { code, data } = await run({ VADIUM_DATA: '/dev/null/data' })
  expect(data).toBe('/dev/null/data')
  expect(code).toBeInstanceOf(StartError)
  expect(String(code)).toMatch(/\/dev\/null\/data.*Set VADIUM_DATA/)
})

it('does not begin on a port that is in use', async () => {
  let taken: unknown
  await run({}, async (url) => {
    taken = (await run({ PORT: new URL(url).port })).code
  })
  expect(taken).toBeInstanceOf(StartError)
  expect(String(taken)).toContain('is in use')
})
