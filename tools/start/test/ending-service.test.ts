import { createServer } from 'node:http'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '@vadium/local-postgres'
import { expect, it, onTestFinished } from 'vitest'
import { readSettings } from '../src/settings.ts'
import { start } from '../src/start.ts'
import { temporaryFolder } from './built-start.ts'

/** Starts a program in the place of the service. Returns why that ends, and what is printed. */
async function endOf(program: string, port = 0, atServiceStart: () => void = () => undefined) {
  const folder = temporaryFolder()
  const service = join(folder, 'service.mjs')
  writeFileSync(service, program)
  const environment = { DATABASE_URL: 'postgres://127.0.0.1/vadium', PORT: String(port) }
  const never = new AbortController().signal
  let printed = ''
  const run = start({
    settings: readSettings(environment, folder),
    environment,
    programs: { service, followParent: 'data:text/javascript,' },
    stop: { requested: never, insisted: never },
    print: (text) => {
      printed += text
      if (text === 'Starting the service ...\n') atServiceStart()
    },
  })
  return { reason: await run.then(String, String), printed }
}

it('leaves the reason of an end to the service, which has given it', async () => {
  const refused = 'password authentication failed for user "vadium"'
  const { reason, printed } = await endOf(`console.log('${refused}'); process.exitCode = 1`)
  expect(reason).toBe('StartError: The service ended with exit code 1. What it said is above.')
  expect(printed).toContain(refused)
})

it('is not ready by the answer of another service, which took the port that was free', async () => {
  const other = createServer((_request, response) => response.end())
  onTestFinished(() => void other.close())
  const port = await freePort('127.0.0.1', 0)
  const program = `import { createServer } from 'node:http'
    createServer().on('error', () => process.exit(1)).listen(${port}, '127.0.0.1')`
  const { reason, printed } = await endOf(program, port, () => other.listen(port, '127.0.0.1'))
  expect(reason).toContain(`Port ${port} of 127.0.0.1 is in use by another program`)
  expect(printed).not.toContain('Vadium is ready')
})
