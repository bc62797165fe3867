import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replicaPorts } from './ports.ts'
import { Program, type User } from './program.ts'
import { until } from './waiting.ts'

const programs = '/usr/lib/postgresql/15/bin'
const settings = ['shared_buffers=128MB', 'wal_level=replica', 'unix_socket_directories=']

/** The core on which each part is bound to run. A part without one runs on all. */
export interface Cores {
  readonly primary: number | undefined
  readonly replica: number | undefined
}

/** A primary and a standby of PostgreSQL 15, which may each have a core of their own. */
export class ReplicaServers {
  readonly #folder: string
  readonly #user: User
  readonly #primary: Program
  readonly #replica: Program

  constructor(folder: string, user: User, cores: Cores) {
    this.#folder = folder
    this.#user = user
    this.#primary = this.#server('primary', replicaPorts.primary, cores.primary)
    this.#replica = this.#server('replica', replicaPorts.replica, cores.replica)
  }

  async start(): Promise<void> {
    this.#run('initdb', [
      '-D',
      this.#data('primary'),
      '-U',
      'postgres',
      '-A',
      'trust',
      '-E',
      'UTF8',
    ])
    this.#primary.start()
    await until('the primary', () => this.#accepts(replicaPorts.primary), 30)
    const copy = ['-h', '127.0.0.1', '-p', String(replicaPorts.primary), '-U', 'postgres']
    this.#run('pg_basebackup', [...copy, '-D', this.#data('replica'), '-R', '-c', 'fast'])
    await this.startReplica()
  }

  async startReplica(): Promise<void> {
    this.#replica.start()
    await until('the replica', () => this.#accepts(replicaPorts.replica), 60)
  }

  /** As a power failure does. */
  killReplica(): void {
    this.#replica.kill()
  }

  stop(): void {
    this.#primary.kill()
    this.#replica.kill()
  }

  /** The processor time that the primary has used, with all that it has started, in milliseconds. */
  primaryProcessorMs(): number {
    const [pid = ''] = readFileSync(join(this.#data('primary'), 'postmaster.pid'), 'utf8').split(
      '\n',
    )
    const all = readdirSync('/proc').filter((name) => /^\d+$/.test(name))
    const own = all.map(statOf).filter((stat) => stat?.parent === pid || stat?.pid === pid)
    return own.reduce((sum, stat) => sum + (stat?.ticks ?? 0), 0) * 10
  }

  /** Work of the superuser. */
  onPrimary(text: string): void {
    const to = ['-h', '127.0.0.1', '-p', String(replicaPorts.primary), '-U', 'postgres']
    this.#run('psql', [...to, '-v', 'ON_ERROR_STOP=1', '-qc', text, 'vadium'])
  }

  #server(name: 'primary' | 'replica', port: number, core: number | undefined): Program {
    const own = ['listen_addresses=127.0.0.1', `port=${port}`, ...settings]
    const args = ['-D', this.#data(name), ...own.flatMap((setting) => ['-c', setting])]
    const postgres = join(programs, 'postgres')
    const log = join(this.#folder, `${name}.log`)
    return new Program({ ...pinned(core, postgres, args), log, user: this.#user })
  }

  #accepts(port: number): boolean {
    this.#run('pg_isready', ['-h', '127.0.0.1', '-p', String(port), '-q'])
    return true
  }

  #run(program: string, args: readonly string[]): void {
    const options = { ...this.#user, cwd: '/', stdio: 'ignore' } as const
    execFileSync(join(programs, program), args, options)
  }

  #data(name: string): string {
    return join(this.#folder, name)
  }
}

/** A command that runs on one core. */
export function pinned(core: number | undefined, command: string, args: readonly string[]) {
  return core === undefined
    ? { command, args }
    : { command: 'taskset', args: ['-c', String(core), command, ...args] }
}

interface Stat {
  readonly pid: string
  readonly parent: string
  readonly ticks: number
}

/** A process, with the time of its children that have ended. Undefined if it has ended. */
function statOf(pid: string): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0)
    return { pid, parent: fields[1] ?? '', ticks }
  } catch {
    return undefined
  }
}
