import type { Readable, Writable } from 'node:stream'
import { Type } from '@sinclair/typebox'
import { getCurrentCredential, operations } from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import type { Effects } from '../context/effects.ts'
import { CommandError } from '../errors/command-error.ts'
import { exitCodes } from '../errors/exit-codes.ts'
import { systemCode } from '../errors/system-error.ts'
import type { NameOf } from '../presentations/presentation.ts'
import { presentationOf } from '../presentations/registry.ts'
import { utc } from '../presentations/time.ts'
import { type Connection, resolveConnection } from '../profiles/connection.ts'
import { shapeChecker } from '../schemas/answer-shape.ts'
import { serviceClient } from '../service/service-client.ts'

const packageName = '@vadium/mcp'

/**
 * What the command line uses of that package. It is installed by those who want it, so nothing here
 * imports it, not even its types.
 */
export interface AgentPackage {
  readonly serveAgents: (settings: {
    readonly url: string
    readonly privateKey: string
    readonly role: string
    readonly input: Readable
    readonly output: Writable
    readonly explain: typeof wordsOf
    readonly allowWrites: boolean
    readonly warn: (sentence: string) => void
    readonly now?: (() => number) | undefined
    readonly signal?: AbortSignal | undefined
  }) => Promise<void>
}

/** Adds the command that serves the operations to agents, as the Model Context Protocol says. */
export function addMcpCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('mcp')
    .summary('Serve the operations to an agent')
    .description(
      'Serves the operations to an agent that speaks the Model Context Protocol, at the ' +
        'standard input and output. The program of the agent starts it. It needs the package ' +
        `${packageName}, which is installed beside the command line: npm install --global ${packageName}`,
    )
    .option(
      '--allow-writes',
      'Also serve operations that write, as far as the role of the key has them. Each asks the ' +
        'person at the program of the agent, and is sent only after they accept.',
    )
    .addHelpText(
      'after',
      `
Without --allow-writes, the tools are what a viewer may read, whatever the role of the key. Give an
agent a key of its own, with the role viewer.

Examples:
  vadium mcp --profile agent
  {"mcpServers": {"vadium": {"command": "vadium", "args": ["mcp", "--profile", "agent"]}}}`,
    )
    .action(() => runner.run(command, (context) => serve(command.opts(), context)))
}

async function serve(
  { allowWrites = false }: { allowWrites?: boolean },
  { io, flags }: CommandContext,
): Promise<0> {
  const { serveAgents } = await agentPackage(io)
  const connection = await resolveConnection(flags, io)
  const role = await roleOf(connection, io)
  await serveAgents({
    ...connection,
    role,
    input: io.stdin,
    output: io.stdout,
    explain: wordsOf,
    allowWrites,
    warn: (sentence) => io.stderr.write(`${sentence}\n`),
    now: io.now,
    signal: io.signal,
  })
  return 0
}

async function agentPackage({ loadPackage }: Effects): Promise<AgentPackage> {
  try {
    return (await loadPackage(packageName)) as AgentPackage
  } catch (error) {
    if (systemCode(error) !== 'ERR_MODULE_NOT_FOUND') throw error
    throw new CommandError(`The package ${packageName} is not installed.`, [
      {
        field: packageName,
        issue:
          `install it where the command line is: npm install --global ${packageName}, or in a ` +
          'checkout: npx pnpm install, then npx pnpm run build',
      },
    ])
  }
}

const checkCredential = shapeChecker(
  Type.Object({ credential: Type.Object({ role: Type.String() }) }),
)

/** Asked before anything is served, so that a wrong key or address is an error of this command. */
async function roleOf(connection: Connection, io: Effects): Promise<string> {
  const settings = { transport: io.transport(), quiet: true, retries: true }
  const client = serviceClient(connection, settings, io)
  try {
    const { credential } = checkCredential(await client.call(getCurrentCredential, {}, undefined))
    return credential.role
  } finally {
    await client.close()
  }
}

/** The words of an answer, with every input and step; undefined if it has none made by hand. */
async function wordsOf(
  operationId: string,
  answer: unknown,
  nameOf: NameOf,
): Promise<{ lines: readonly string[]; differs: boolean } | undefined> {
  const operation = operations.find(({ id }) => id === operationId)
  const present = operation && presentationOf(operation)?.document
  if (present === undefined) return undefined
  const view = {
    columns: undefined,
    wide: true,
    explains: true,
    colours: false,
    times: utc,
    rest: '',
  }
  const { lines, exitCode } = await present(answer, view, nameOf)
  return { lines, differs: exitCode === exitCodes.differs.code }
}
