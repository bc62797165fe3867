import { describe, expect, it } from 'vitest'
import { agentOf } from '../../../packages/mcp/test/agent.ts'
import { exitCodes } from '../src/index.ts'
import { json, loopbackService, refusal } from './loopback-service.ts'
import { POSITION, previewAnswer } from './sample-answers.ts'
import { keyFor, vadium } from './terminal.ts'

const absent = Object.assign(new Error("Cannot find package '@vadium/mcp'"), {
  code: 'ERR_MODULE_NOT_FOUND',
})

const credentialOf = (role: string) => ({
  credential: { role },
  account: {},
  organization: {},
  sandbox: false,
  book_time: '2026-03-02T12:00:00.000Z',
})

describe('vadium mcp', () => {
  it('says how to install the package that it needs', async () => {
    const effects = { loadPackage: () => Promise.reject(absent) }
    const { exitCode, stdout, stderr } = await vadium(['mcp'], { effects })
    expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.usage.code, stdout: '' })
    expect(stderr).toContain('npm install --global @vadium/mcp')
  })

  it('fails at once when the service refuses the key', async () => {
    await using service = await loopbackService(refusal('UNAUTHENTICATED'))
    const { exitCode, stdout, stderr } = await vadium(['mcp'], { env: keyFor(service.url) })
    expect({ exitCode, stdout }).toEqual({ exitCode: exitCodes.refused.code, stdout: '' })
    expect(stderr).toContain('UNAUTHENTICATED')
  })

  it('serves until its input ends, with the words of each preview', async () => {
    await using service = await loopbackService(
      json(credentialOf('viewer')),
      json({ agreements: [] }),
      json(previewAnswer({}, { explain: true })),
    )
    await using agent = await agentOf(async (stdin, stdout) => {
      const { stderr } = await vadium(['mcp'], {
        env: keyFor(service.url),
        stdin,
        effects: { stdout },
      })
      return stderr
    })
    const { text } = await agent.call('previewMarkToMarketRequest', { position_id: POSITION })
    expect(text).toContain('sender                  Kestrel Market Making')
    expect(text).toContain('Steps')
    expect(service.arrived.map(({ body }) => body)).toEqual([
      '',
      '',
      `{"position_id":"${POSITION}","explain":true}`,
    ])
  })

  it('says why nothing writes where the program of the agent cannot ask', async () => {
    await using service = await loopbackService(json(credentialOf('execution')))
    let said = ''
    const agent = await agentOf(async (stdin, stdout) => {
      const { stderr } = await vadium(['mcp', '--allow-writes'], {
        env: keyFor(service.url),
        stdin,
        effects: { stdout },
      })
      said = stderr
      return stderr
    })
    await agent[Symbol.asyncDispose]()
    expect(said).toContain('the program of the agent cannot ask a person')
  })
})
