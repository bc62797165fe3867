import type { Operation } from '@vadium/schema'
import type { CommandContext } from '../context/command-runner.ts'
import type { ExitCode } from '../errors/exit-codes.ts'
import { writeWholeFile } from '../files/whole-file.ts'
import { resolveConnection } from '../profiles/connection.ts'
import type { OperationInput } from '../schemas/operation-input.ts'
import { type ServiceClient, serviceClient } from '../service/service-client.ts'
import { write } from '../terminal/write.ts'
import { printRequest } from './signed-line.ts'

/** Saves the file that an operation answers. */
export async function fileOperation(
  operation: Operation,
  input: OperationInput,
  { io, flags }: CommandContext,
): Promise<ExitCode> {
  const connection = await resolveConnection(flags, io)
  if (flags.curl === true) {
    const call = (client: ServiceClient) => client.file(operation, input)
    return printRequest(call, connection, io)
  }
  const quiet = flags.json === true
  const client = serviceClient(connection, { transport: io.transport(), quiet, retries: true }, io)
  try {
    const bytes = await client.file(operation, input)
    const path = flags.output ?? nameOf(operation, input)
    await writeWholeFile(path, asChunks(bytes), io.files)
    const said = quiet
      ? JSON.stringify({ file: path, bytes: bytes.length })
      : `${path}: ${bytes.length} bytes.`
    await write(quiet ? io.stdout : io.stderr, `${said}\n`)
    return 0
  } finally {
    await client.close()
  }
}

/** Named for the resource, in the current folder. */
function nameOf({ command: [, verb] }: Operation, { params = {} }: OperationInput): string {
  const [id] = Object.values(params)
  return `${String(id)}.${verb}`
}

async function* asChunks(bytes: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield await Promise.resolve(bytes)
}
