import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js'
import { VadiumClient } from '@vadium/client'
import { agentServer } from './agent-server.ts'
import type { Explain } from './read-tool.ts'

/** What a server for agents needs of the program that starts it. */
export interface AgentSettings {
  /** The address of the service. */
  readonly url: string
  readonly privateKey: string
  /** The role of the key, as the service has it. */
  readonly role: string
  /** Where the messages of the client arrive, and where the answers go. Nothing else goes there. */
  readonly input: Readable
  readonly output: Writable
  /** The words in which people are shown a preview. */
  readonly explain: Explain
  /** Whether there are tools that write, each of which asks the person. Default: none. */
  readonly allowWrites?: boolean
  /** Receives the reason why there are no tools that write although they are allowed. */
  readonly warn?: ((sentence: string) => void) | undefined
  /** The time in Unix milliseconds. Default: this machine's clock. */
  readonly now?: (() => number) | undefined
  /** Ends the server. */
  readonly signal?: AbortSignal | undefined
}

/**
 * Serves the operations of Vadium as tools of the Model Context Protocol, until the input ends or
 * the signal aborts.
 *
 * @example
 *   await serveAgents({ url, privateKey, role: 'viewer', explain, input: stdin, output: stdout })
 */
export async function serveAgents(settings: AgentSettings): Promise<void> {
  const { url, privateKey, role, explain, input, output, allowWrites, warn, now, signal } = settings
  const client = new VadiumClient({ baseUrl: url, privateKey, now, appInfo: { name: 'mcp' } })
  const agents = agentServer({ client, role, explain, allowWrites, warn, now })
  const ended = Promise.race([
    ...['end', 'close'].map((event) => once(input, event)),
    new Promise((resolve) => {
      signal?.addEventListener('abort', resolve)
      agents.server.onclose = () => resolve(undefined)
    }),
  ])
  try {
    await agents.connect(new StdioServerTransport(input, output))
    await ended
  } finally {
    await agents.close()
    await client.close()
  }
}
