import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Scenario } from '@vadium/api/scenario'
import { freePort, startTemporaryPostgres, until } from '@vadium/local-postgres'

export interface ExampleService {
  readonly origin: string
  /** Where webhooks can be sent. */
  readonly receiver: string
  close(): Promise<void>
}

const startMsMax = 60_000

/** A sandbox with a database of its own: the same requests give the same book. */
export async function startExampleService(
  scenario: Scenario,
  bookTime: string,
): Promise<ExampleService> {
  const folder = await mkdtemp(join(tmpdir(), 'vadium-examples-'))
  const postgres = await startTemporaryPostgres()
  const receiver = createServer((request, response) => {
    request.resume().once('end', () => response.writeHead(204).end())
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const port = await freePort()
  const file = join(folder, 'scenario.json')
  await writeFile(file, JSON.stringify(scenario))
  const child = spawn(process.execPath, [fileURLToPath(import.meta.resolve('@vadium/api'))], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      DATABASE_URL: postgres.url,
      ALLOW_UNDURABLE_DATABASE: '1',
      HOST: '127.0.0.1',
      PORT: String(port),
      SANDBOX: '1',
      SANDBOX_TIME: bookTime,
      SCENARIO: file,
      CONSOLE: 'false',
      SECRETS_KEY: Buffer.alloc(32, 'examples').toString('base64url'),
      RATE_LIMIT_CREDENTIAL: '100000',
      // A sandbox sends nothing there.
      MAIL_SMTP_URL: 'smtp://127.0.0.1:9',
      MAIL_FROM: 'vadium@mail.example.com',
      CONSOLE_URL: 'https://vadium.example.com/console',
      WEBHOOK_ALLOWED_NETWORKS: '127.0.0.0/8',
    },
  })
  const ended = once(child, 'exit')
  const origin = `http://127.0.0.1:${port}`
  const close = async () => {
    child.kill()
    await ended
    receiver.closeAllConnections()
    receiver.close()
    await postgres.stop()
    await rm(folder, { recursive: true })
  }
  const isReady = await until(startMsMax, async () =>
    child.exitCode === null ? (await answersAt(`${origin}/readyz`)) || undefined : false,
  )
  if (isReady !== true) {
    await close()
    throw new Error('the service of the examples does not start')
  }
  const { port: receiverPort } = receiver.address() as AddressInfo
  return { origin, receiver: `http://127.0.0.1:${receiverPort}`, close }
}

async function answersAt(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}
