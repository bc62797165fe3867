import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { jetstreamManager } from '@nats-io/jetstream'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import { vi } from 'vitest'
import { freePort } from '@vadium/local-postgres'
import { natsProgram } from './wanted-programs.ts'

const deployed = (file: string) => new URL(`../../../../deploy/nats/${file}`, import.meta.url)

/** The ids in the files of deploy/nats. */
const exampleIds = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b']
const password = 'of-a-test'

/** A message of a stream. */
interface Stored {
  readonly sequence: number
  readonly subject: string
  readonly id: string
  readonly gap: string
  readonly body: unknown
}

/** A NATS server with the configuration of deploy/nats, for two organizations. */
export class TestNats {
  readonly port: number
  readonly #folder: string
  #server: ChildProcess | undefined

  private constructor(port: number, folder: string) {
    this.port = port
    this.#folder = folder
  }

  static async start(organizationIds: readonly [string, string]): Promise<TestNats> {
    const nats = new TestNats(await freePort(), await mkdtemp(join(tmpdir(), 'vadium-nats-')))
    let text = await readFile(deployed('nats-server.conf'), 'utf8')
    exampleIds.forEach((id, index) => {
      text = text.replaceAll(id, organizationIds[index] ?? '')
    })
    text = text.replace('127.0.0.1:4222', `127.0.0.1:${nats.port}`)
    text = text.replace('/var/lib/nats', join(nats.#folder, 'store'))
    await writeFile(join(nats.#folder, 'nats-server.conf'), text)
    await writeFile(join(nats.#folder, 'password'), `${password}\n`)
    await nats.run()
    return nats
  }

  /** What a relay needs to use it. */
  get settings(): Record<string, string> {
    return {
      NATS_URL: `nats://127.0.0.1:${this.port}`,
      NATS_USER: 'relay',
      NATS_PASSWORD_FILE: join(this.#folder, 'password'),
      NATS_API_PREFIX: 'vadium-api',
    }
  }

  /** Runs it again, with what it has stored. */
  async run(): Promise<void> {
    const names = ['RELAY', 'HARBOR_ADMIN', 'HARBOR', 'QUAY_ADMIN', 'QUAY']
    const env: Record<string, string | undefined> = { PATH: process.env['PATH'] }
    for (const name of names) env[`${name}_PASSWORD`] = password
    this.#server = spawn(natsProgram ?? '', ['-c', join(this.#folder, 'nats-server.conf')], {
      env,
      stdio: 'ignore',
    })
    await vi.waitUntil(() => this.#answers(), { timeout: 10_000, interval: 20 })
  }

  async #answers(): Promise<boolean> {
    try {
      await (await this.connect('harbor')).close()
      return true
    } catch {
      return false
    }
  }

  async kill(): Promise<void> {
    const server = this.#server
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }

  async stop(): Promise<void> {
    await this.kill()
    await rm(this.#folder, { recursive: true })
  }

  connect(user: string): Promise<NatsConnection> {
    return connect({
      servers: `127.0.0.1:${this.port}`,
      user,
      pass: password,
      reconnect: false,
    })
  }

  /** Creates the stream of deploy/nats for an organization, as its administrator. */
  async createStream(
    user: string,
    organizationId: string,
    settings: Readonly<Record<string, number>> = {},
  ): Promise<void> {
    let text = (await readFile(deployed('stream.json'), 'utf8')).replaceAll(
      exampleIds[0] ?? '',
      organizationId,
    )
    for (const [name, value] of Object.entries(settings)) {
      text = text.replace(new RegExp(`"${name}": \\d+`), `"${name}": ${value}`)
    }
    await this.#askAsAdmin(user, `CREATE.vadium-${organizationId}`, text)
  }

  /** Deletes the stream of an organization, if there is one. */
  async deleteStream(user: string, organizationId: string): Promise<void> {
    await this.#askAsAdmin(user, `DELETE.vadium-${organizationId}`)
  }

  async #askAsAdmin(user: string, what: string, body = ''): Promise<void> {
    const connection = await this.connect(`${user}-admin`)
    const answer = (await connection.request(`$JS.API.STREAM.${what}`, body)).string()
    await connection.close()
    const isWrong = answer.includes('"error"') && !answer.includes('stream not found')
    if (isWrong) throw new Error(answer)
  }

  /** All messages of a stream, as a reader of the organization gets them. */
  async messages(user: string, organizationId: string): Promise<Stored[]> {
    const connection = await this.connect(user)
    const manager = await jetstreamManager(connection)
    const stream = `vadium-${organizationId}`
    const consumer = await manager.jetstream().consumers.get(stream)
    const { state } = await manager.streams.info(stream)
    const stored: Stored[] = []
    if (state.messages > 0) {
      for await (const message of await consumer.consume()) {
        stored.push({
          sequence: message.seq,
          subject: message.subject,
          id: message.headers?.get('Nats-Msg-Id') ?? '',
          gap: message.headers?.get('Vadium-Gap') ?? '',
          body: message.json(),
        })
        if (message.seq === state.last_seq) break
      }
    }
    await connection.close()
    return stored
  }
}
