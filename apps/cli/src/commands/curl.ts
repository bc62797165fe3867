import { signRequest } from '@vadium/client'
import { carriesBody, curlLine } from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { CommandError } from '../errors/command-error.ts'
import { readTextFile } from '../files/text-input.ts'
import { printCurlLine } from '../operations/signed-line.ts'
import { resolveConnection } from '../profiles/connection.ts'

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Adds the command that signs any request, also one without a command of its own. */
export function addCurlCommand(program: Command, runner: CommandRunner): void {
  const command = program
    .command('curl')
    .summary('Print a signed curl line')
    .description(
      'Prints a curl line, signed with your key, to paste into a shell. Nothing is sent. The ' +
        'signature is valid once and for 30 seconds. Run the command again for another request.',
    )
    .argument('<method>', METHODS.join(', '))
    .argument('<path>', 'Path and query after the address of the service, percent-encoded.')
    .option('--data <json>', 'The body. @file reads it from a file, @- from the standard input.')
    .addHelpText(
      'after',
      `
With --curl, the command of an operation prints its own curl line.

Examples:
  vadium curl GET '/transfers?status=COMPLETED&page_size=10'
  vadium curl POST /mark-to-market-requests:preview --data '{"position_id":"…"}'
  vadium transfers list --status COMPLETED --curl | sh`,
    )
    .action(async (method: string, path: string, options: { data?: string }) => {
      await runner.run(command, (context) => printSigned(method, path, options.data, context))
    })
}

async function printSigned(
  methodWritten: string,
  path: string,
  data: string | undefined,
  context: CommandContext,
): Promise<0> {
  const { io, flags } = context
  const method = methodWritten.toUpperCase()
  checkRequest(method, path, data)
  const connection = await resolveConnection(flags, io)
  const body = data === undefined ? undefined : await readData(data, context)
  const { origin, pathname } = new URL(connection.url)
  const target = pathname.replace(/\/$/, '') + path
  const headers = {
    Accept: 'application/json',
    ...(body !== undefined && { 'Content-Type': 'application/json' }),
    ...signRequest({ method, target, body }, connection.privateKey, io.now()),
  }
  await printCurlLine(curlLine({ method, origin, target, headers, body }), io)
  return 0
}

/** Checks before signing what the service would refuse from any caller. */
function checkRequest(method: string, path: string, data: string | undefined): void {
  if (!METHODS.includes(method)) throw refused('<method>', `must be one of ${METHODS.join(', ')}`)
  if (!/^\/[!-~]*$/.test(path) || /[|#]/.test(path)) {
    throw refused('<path>', 'must begin with / and be percent-encoded, without | and #')
  }
  const [pathOnly = ''] = path.split('?')
  if (/\/\/|\/\.{1,2}(?:\/|$)/.test(pathOnly)) {
    throw refused('<path>', 'must not have empty segments or the segments . and ..')
  }
  if (carriesBody(method) && path.includes('?')) {
    throw refused('<path>', `must have no query: the signature of a ${method} covers the body only`)
  }
  if (!carriesBody(method) && data !== undefined) {
    throw refused('--data', `must be absent: the signature of a ${method} covers the query only`)
  }
}

function refused(field: string, issue: string): CommandError {
  return new CommandError('Not signed: the service would refuse the request.', [{ field, issue }])
}

async function readData(data: string, { io }: CommandContext): Promise<Uint8Array<ArrayBuffer>> {
  const text = data.startsWith('@') ? await readTextFile(data.slice(1), io) : data
  if (text.includes('\0')) throw refused('--data', 'must not contain NUL')
  return new TextEncoder().encode(text)
}
