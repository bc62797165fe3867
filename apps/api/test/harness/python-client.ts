import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { exampleOf } from './close-out-programs.ts'
import { pythonProgram } from './wanted-programs.ts'

/** Of whom a program is, and where the service is. */
interface Caller {
  readonly url: string
  readonly privateKey: string
}

const folder = fileURLToPath(
  new URL('../../../../node_modules/.cache/vadium-python/', import.meta.url),
)

/** A copy of the client. Beside it, Python keeps what it has compiled: the client is large. */
function copyClient(): void {
  const text = exampleOf('vadium.py')
  const copy = join(folder, 'vadium.py')
  if (existsSync(copy) && readFileSync(copy, 'utf8') === text) return
  mkdirSync(folder, { recursive: true })
  const own = `${copy}.${process.pid}`
  writeFileSync(own, text)
  renameSync(own, copy)
}

const prelude = `import json, socket, threading
from decimal import Decimal
import vadium
client = vadium.Client()
def show(value):
    print(json.dumps(value, default=str), flush=True)
def failure(call):
    try:
        call()
    except Exception as error:
        facts = "reason code outcome status request_id idempotency_key summary".split()
        shown = {name: getattr(error, name, None) for name in facts}
        details = [vars(detail) for detail in getattr(error, "details", ())]
        return {**shown, "type": type(error).__name__, "text": str(error), "details": details}
`

/**
 * Runs a program in Python with the client of the documents as \`client\`.
 *
 * @returns what it has shown with \`show\`, a value each.
 */
export async function shownInPython(program: string, caller: Caller): Promise<unknown[]> {
  copyClient()
  const { stdout } = await promisify(execFile)(
    pythonProgram ?? 'python3',
    ['-W', 'error', '-c', prelude + program],
    {
      env: {
        ...process.env,
        PYTHONPATH: folder,
        PYTHONDONTWRITEBYTECODE: '',
        VADIUM_URL: caller.url,
        VADIUM_PRIVATE_KEY: caller.privateKey,
      },
    },
  )
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line): unknown => JSON.parse(line))
}
