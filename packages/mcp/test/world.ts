import { once } from 'node:events'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { generateKeyPair, VadiumClient } from '@vadium/client'
import { FakeService } from '@vadium/client/testing'
import { agentServer } from '../src/agent-server.ts'
import { type Agent, agentOf, type Person } from './agent.ts'

const { privateKey } = generateKeyPair()

/** A request that nothing stands against, and that terminates nothing. */
export const carriedOut = { reason: null, close_out: null }

export interface World {
  readonly service: FakeService
  readonly agent: Agent
  readonly questions: string[]
}

/** An agent at a fake service, and a person who answers each question likewise. */
export async function worldOf(
  answer: Person,
  allowWrites = true,
  role = 'execution',
): Promise<World> {
  const service = new FakeService()
  const resolved = service.sample('requests.preview', carriedOut)
  service.answer('requests.preview', resolved)
  const { transport } = service
  const client = new VadiumClient({
    baseUrl: 'http://service',
    privateKey,
    transport,
    retries: false,
  })
  const explain = () => Promise.resolve({ lines: ['All figures.'], differs: false })
  const settings = { client, role, explain, allowWrites, now: () => 1_772_452_800_000 }
  const questions: string[] = []
  const agent = await agentOf(
    async (input, output) => {
      const server = agentServer(settings)
      await server.connect(new StdioServerTransport(input, output))
      await once(input, 'end')
      await server.close()
      return ''
    },
    (question) => {
      questions.push(question)
      return answer(question)
    },
  )
  return { service, agent, questions }
}

export const accepts: Person = () => Promise.resolve('accept')
