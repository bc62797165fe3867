import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '@vadium/local-postgres'
import { pgbouncerProgram } from './wanted-programs.ts'

export interface PgBouncer {
  /** The address of the database through it. */
  readonly url: string
  stop(): Promise<void>
}

/** A PgBouncer in front of the server of a database, with settings such as pool_mode. */
export async function startPgBouncer(
  databaseUrl: string,
  settings: Readonly<Record<string, string>>,
): Promise<PgBouncer> {
  const { hostname, port: serverPort, username, password } = new URL(databaseUrl)
  const port = await freePort()
  const lines = Object.entries({
    listen_addr: '127.0.0.1',
    listen_port: String(port),
    unix_socket_dir: '',
    auth_type: 'any',
    default_pool_size: '50',
    ...settings,
  }).map(([name, value]) => `${name} = ${value}`)
  const folder = await mkdtemp(join(tmpdir(), 'vadium-pgbouncer-'))
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(
    file,
    `[databases]
* = host=${hostname} port=${serverPort} user=${username} password=${decodeURIComponent(password)}
[pgbouncer]
${lines.join('\n')}
`,
  )
  // It refuses to run as root, and reads its file as the other user.
  await Promise.all([chmod(folder, 0o755), chmod(file, 0o644)])
  const server = startProgram(file)
  await vi.waitUntil(() => isListening(port), { timeout: 10_000, interval: 50 })
  const url = new URL(databaseUrl)
  url.hostname = '127.0.0.1'
  url.port = String(port)
  return {
    url: url.toString(),
    stop: async () => {
      const ended = once(server, 'exit')
      server.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true })
    },
  }
}

function startProgram(file: string): ChildProcess {
  const asNobody = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  return spawn(pgbouncerProgram ?? '', [...asNobody, file], { stdio: 'ignore' })
}

/** Whether a server answers at a port of this machine. */
export async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
