import { PassThrough, type Readable, type Writable } from 'node:stream'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import {
  type ClientCapabilities,
  ElicitRequestSchema,
  type Tool,
} from '@modelcontextprotocol/sdk/types.js'

/** What a tool answered. */
export interface Said {
  readonly text: string
  readonly isError: boolean
}

/** What the person at the program of the agent does with a question. */
export type Person = (question: string) => Promise<'accept' | 'decline' | 'cancel'>

/** An agent at the streams of a program that serves it. */
export interface Agent extends AsyncDisposable {
  readonly client: Client
  readonly tools: () => Promise<readonly Tool[]>
  readonly call: (
    name: string,
    given?: Record<string, unknown>,
    signal?: AbortSignal,
  ) => Promise<Said>
}

/** Connects an agent to a program, which ends when its input does, and then returns its errors. */
export async function agentOf(
  serve: (input: Readable, output: Writable) => Promise<string>,
  person?: Person,
): Promise<Agent> {
  const [toServer, toClient] = [new PassThrough(), new PassThrough()]
  const served = serve(toServer, toClient)
  const capabilities: ClientCapabilities = person === undefined ? {} : { elicitation: {} }
  const client = new Client({ name: 'agent', version: '1.0.0' }, { capabilities })
  if (person !== undefined) {
    client.setRequestHandler(ElicitRequestSchema, async ({ params }) => {
      const action = await person(params.message)
      return action === 'accept' ? { action, content: {} } : { action }
    })
  }
  // Either side of the protocol reads one stream and writes to the other.
  const connected = client.connect(new StdioServerTransport(toClient, toServer))
  await Promise.race([
    connected,
    served.then((errors) => {
      throw new Error(`the server ended: ${errors}`)
    }),
  ])
  return {
    client,
    tools: async () => (await client.listTools()).tools,
    call: async (name, given = {}, signal) => {
      const asked = { name, arguments: given }
      const { content, isError } = await client.callTool(asked, undefined, signal && { signal })
      const [first] = content as { text: string }[]
      return { text: first?.text ?? '', isError: isError === true }
    },
    [Symbol.asyncDispose]: async () => {
      toServer.end()
      await served
    },
  }
}
