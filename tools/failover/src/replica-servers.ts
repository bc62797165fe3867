import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { replicaPorts } from './ports.ts'
import { Program, type User } from './program.ts'
import { standbySettings } from './settings.ts'
import { until } from './waiting.ts'

const programs = '/usr/lib/postgresql/15/bin'
const settings = ['shared_buffers=128MB', 'wal_level=replica', 'unix_socket_directories=']

/** The core on which each part is bound to run. A part without one runs on all. */
export interface Cores {
  readonly primary: number | undefined
  readonly replica: number | undefined
}

interface Options {
  readonly cores: Cores
  /** How many standbys there are. They share a core. */
  readonly replicas: number
}

/** A primary and standbys of PostgreSQL 15, behind HAProxy as well if there are several. */
export class ReplicaServers {
  readonly #folder: string
  readonly #user: User
  readonly #primary: Program
  readonly #replicas: readonly Program[]
  readonly #balancer: Program

  constructor(folder: string, user: User, { cores, replicas }: Options) {
    this.#folder = folder
    this.#user = user
    this.#primary = this.#server('primary', replicaPorts.primary, cores.primary)
    this.#replicas = Array.from({ length: replicas }, (_, number) =>
      this.#server(replicaName(number), replicaPorts.replica(number), cores.replica),
    )
    const [log, config] = [join(folder, 'haproxy.log'), join(folder, 'haproxy.cfg')]
    this.#balancer = new Program({ command: 'haproxy', args: ['-db', '-f', config], log })
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
    for (const number of this.#replicas.keys()) {
      const data = this.#data(replicaName(number))
      this.#run('pg_basebackup', [...copy, '-D', data, '-R', '-c', 'fast'])
      await this.startReplica(number)
    }
    if (this.#replicas.length === 1) return
    writeFileSync(join(this.#folder, 'haproxy.cfg'), standbySettings(this.#replicas.length))
    this.#balancer.start()
  }

  async startReplica(number: number): Promise<void> {
    this.#replicas[number]?.start()
    await until('the replica', () => this.#accepts(replicaPorts.replica(number)), 60)
  }

  /** As a power failure does. */
  killReplica(number: number): void {
    this.#replicas[number]?.kill()
  }

  /** Lets a replica receive the log of the primary without replaying it. */
  pauseReplay(number: number): void {
    this.#query(replicaPorts.replica(number), 'SELECT pg_wal_replay_pause()')
  }

  resumeReplay(number: number): void {
    this.#query(replicaPorts.replica(number), 'SELECT pg_wal_replay_resume()')
  }

  stop(): void {
    for (const program of [this.#balancer, this.#primary, ...this.#replicas]) program.kill()
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
    this.#query(replicaPorts.primary, text)
  }

  #query(port: number, text: string): void {
    const to = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
    this.#run('psql', [...to, '-v', 'ON_ERROR_STOP=1', '-qc', text, 'vadium'])
  }

  #server(name: string, port: number, core: number | undefined): Program {
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

function replicaName(number: number): string {
  return `replica-${number + 1}`
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
