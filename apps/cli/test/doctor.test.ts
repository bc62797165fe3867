import { describe, expect, it } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import recorded from '../../api/src/platform/http/documents/examples.json' with { type: 'json' }
import { type Answer, hangUp, json, loopbackService, refusal } from './loopback-service.ts'
import { keyFor, vadium } from './terminal.ts'

const now = Date.parse('2026-07-01T12:00:00.500Z')
const current = recorded.operations.getCurrentCredential.answer

interface Service {
  /** Its clock beside the one of the command, in seconds. */
  readonly aheadS?: number
  readonly left?: number
  readonly version?: string
  readonly expiry?: string | null
  /** The answer to the signed request, in place of the one that accepts the key. */
  readonly answer?: Answer
}

async function doctor(
  { aheadS = 0, left = 590, version = manifest.version, expiry = null, answer }: Service,
  argv: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
) {
  const headers = {
    Date: new Date(now + aheadS * 1_000).toUTCString(),
    'X-RateLimit-Limit': '600',
    'X-RateLimit-Remaining': `${left}`,
    'X-RateLimit-Reset': '60',
  }
  const credential = { ...current.credential, expire_time: expiry }
  const accepted = json({ ...current, credential }, 200, headers)
  await using service = await loopbackService((response, arrived) => {
    const isDocument = arrived.target === '/openapi.json'
    const document = json({ openapi: '3.1.0', info: { title: 'Vadium', version } })
    ;(isDocument ? document : (answer ?? accepted))(response, arrived)
  })
  const ran = await vadium(['doctor', ...argv], {
    env: { ...keyFor(service.url), ...env },
    now: () => now,
  })
  const lines = ran.stdout.split('\n')
  const states = lines.flatMap(
    (line) => /^(ok|warn|fail) +(\w+)/.exec(line)?.slice(1).join(' ') ?? [],
  )
  return { ...ran, states, arrived: service.arrived }
}

const healthy = ['ok profile', 'ok reach', 'ok key', 'ok clock', 'ok version', 'ok limits']

describe('vadium doctor', () => {
  it('finds that everything is as it should be', async () => {
    const { exitCode, stdout, stderr, states, arrived } = await doctor({})
    expect({ exitCode, stderr }).toEqual({ exitCode: 0, stderr: '' })
    expect(states).toEqual(healthy)
    expect(stdout).toContain(
      `${current.credential.role} of ${current.organization.name}, account ${current.account.name}`,
    )
    expect(stdout).toContain('590 of 600 requests left, for 60 s')
    expect(arrived.map(({ target }) => target)).toEqual(['/credentials/current', '/openapi.json'])
  })

  it.each([
    [{ aheadS: 40 }, 'warn clock', '40 s behind the service'],
    [{ aheadS: -40 }, 'warn clock', '40 s ahead of the service'],
    [{ version: '9.1.0' }, 'warn version', `${manifest.version}, the service has 9.1.0`],
    [{ left: 3 }, 'warn limits', '3 of 600 requests left'],
    [{ expiry: '2026-07-09T12:00:00.000Z' }, 'warn key', 'expires at 2026-07-09T12:00:00.000Z'],
  ])('warns and exits with 0: %j', async (service, state, message) => {
    const { exitCode, stdout, states } = await doctor(service)
    expect(exitCode).toBe(0)
    expect(states.filter((one) => !healthy.includes(one))).toEqual([state])
    expect(stdout).toContain(message)
    // What to do stands below.
    expect(stdout.split('\n').filter((line) => line.startsWith(' '.repeat(15)))).toHaveLength(1)
  })

  it.each([
    [4, 'ok clock'],
    [-4, 'ok clock'],
    [7, 'warn clock'],
    [-7, 'warn clock'],
  ])('takes a clock that is %i s off for %s', async (aheadS, state) => {
    expect((await doctor({ aheadS })).states).toContain(state)
  })

  it.each([
    [refusal('UNAUTHENTICATED'), 3, ['ok profile', 'ok reach', 'fail key']],
    [hangUp, 5, ['ok profile', 'fail reach']],
    [json('<html>', 200), 4, ['ok profile', 'fail reach']],
  ] as const)('ends with the exit code of other commands, case %#', async (answer, code, first) => {
    const { exitCode, stdout, states } = await doctor({ answer })
    expect(exitCode).toBe(code)
    expect(states.slice(0, first.length)).toEqual(first)
    expect(stdout).toMatch(/^ {15}\S/m)
  })

  it('ends with 2 without a profile, and says how to create one', async () => {
    const env = { VADIUM_URL: '', VADIUM_PRIVATE_KEY: '' }
    const { exitCode, stdout, arrived } = await doctor({}, [], env)
    expect({ exitCode, sent: arrived.length }).toEqual({ exitCode: 2, sent: 0 })
    expect(stdout).toMatch(/^fail {2}profile {2}No profile is selected/)
    expect(stdout).toContain('vadium profiles add <name>')
  })

  it('prints its findings as JSON', async () => {
    const { stdout } = await doctor({ left: 3 }, ['--json'])
    const { findings, exit_code } = JSON.parse(stdout) as {
      findings: readonly { check: string; state: string }[]
      exit_code: number
    }
    expect(exit_code).toBe(0)
    expect(findings.map(({ state, check }) => `${state} ${check}`)).toEqual([
      ...healthy.slice(0, -1),
      'warn limits',
    ])
  })
})
