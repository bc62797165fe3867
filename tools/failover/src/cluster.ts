import { execFileSync } from 'node:child_process'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ports } from './ports.ts'
import { Program, type User } from './program.ts'
import { balancerSettings, dataFolder, etcdArguments, nodes, patroniSettings } from './settings.ts'
import { signalAll } from './signals.ts'
import { pause, until } from './waiting.ts'

/** etcd, three Patroni with a PostgreSQL each, and HAProxy in front of them and of the service. */
export class Cluster {
  readonly #folder: string
  readonly #user: User
  readonly #etcd: Program
  readonly #patronis: readonly Program[]
  readonly #balancer: Program

  constructor(folder: string, postgres: User) {
    this.#folder = folder
    this.#user = postgres
    this.#etcd = this.#program('etcd', etcdArguments(folder))
    this.#patronis = nodes.map((n) =>
      this.#program('patroni', [join(folder, `patroni-${n}.yml`)], `patroni-${n}`),
    )
    this.#balancer = this.#program('haproxy', ['-db', '-f', join(folder, 'haproxy.cfg')])
  }

  async start(): Promise<void> {
    const etcdFolder = join(this.#folder, 'etcd')
    mkdirSync(etcdFolder, { mode: 0o700 })
    chownSync(etcdFolder, this.#user.uid, this.#user.gid)
    for (const n of nodes) this.#write(`patroni-${n}.yml`, patroniSettings(n, this.#folder))
    this.#write('haproxy.cfg', balancerSettings())
    this.#etcd.start()
    await pause(1500)
    for (const patroni of this.#patronis) patroni.start()
    await this.synchronous()
    this.#balancer.start()
    // Until its first checks are over, HAProxy takes every node for the primary.
    await pause(4000)
  }

  /** Waits until there is a primary with a synchronous standby, and the third node runs as well. */
  async synchronous(): Promise<void> {
    const isWhole = async () => {
      const roles = await this.#roles()
      return roles.length === 3 && roles.includes('leader') && roles.includes('sync_standby')
    }
    await until('a primary and two standbys, one of them synchronous', isWhole, 240)
  }

  /** Kills PostgreSQL of the primary, and leaves its Patroni alone. */
  async killPostgres(): Promise<void> {
    signalAll(this.#postgresOf(await this.#primary()), 'SIGKILL')
  }

  /**
   * Stops the primary as a paused virtual machine is stopped: Patroni and PostgreSQL, for a while.
   */
  async pausePrimary(ms: number): Promise<void> {
    const node = await this.#primary()
    const patroni = this.#patroniOf(node)
    const pids = this.#postgresOf(node)
    signalAll(pids, 'SIGSTOP')
    patroni.signal('SIGSTOP')
    await pause(ms)
    signalAll(pids, 'SIGCONT')
    patroni.signal('SIGCONT')
  }

  /** Kills the primary as a power failure does, and starts its Patroni again after a while. */
  async killPrimary(ms: number): Promise<void> {
    const node = await this.#primary()
    this.#patroniOf(node).kill()
    signalAll(this.#postgresOf(node), 'SIGKILL')
    await pause(ms)
    this.#patroniOf(node).start()
  }

  async killEtcd(ms: number): Promise<void> {
    this.#etcd.kill()
    await pause(ms)
    this.#etcd.start()
  }

  stop(): void {
    this.#balancer.kill()
    for (const patroni of this.#patronis) patroni.kill()
    for (const n of nodes) signalAll(this.#postgresOf(n), 'SIGKILL')
    this.#etcd.kill()
  }

  async #primary(): Promise<number> {
    for (const n of nodes) {
      const url = `http://127.0.0.1:${ports.patroni(n)}/primary`
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
      if (answer?.status === 200) return n
    }
    throw new Error('no node is the primary')
  }

  /** The roles of the nodes that run, as the first Patroni that answers says. */
  async #roles(): Promise<string[]> {
    for (const n of nodes) {
      const url = `http://127.0.0.1:${ports.patroni(n)}/cluster`
      const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
      if (answer === undefined) continue
      const { members } = (await answer.json()) as { members: { role: string; state: string }[] }
      return members.filter(({ state }) => /running|streaming/.test(state)).map(({ role }) => role)
    }
    return []
  }

  #patroniOf(node: number): Program {
    const patroni = this.#patronis[node - 1]
    if (patroni === undefined) throw new RangeError(`there is no node ${node}`)
    return patroni
  }

  /** Every process of the PostgreSQL of a node, which is in no group of its Patroni. */
  #postgresOf(node: number): number[] {
    const table = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    const rows = table.split('\n').map((line) => line.trim().split(/\s+/))
    const own = rows.find((row) =>
      row
        .slice(2)
        .join(' ')
        .includes(`-D ${dataFolder(node, this.#folder)}`),
    )?.[0]
    if (own === undefined) return []
    const children = rows.filter(([, parent]) => parent === own).map(([pid]) => pid)
    return [own, ...children].map(Number)
  }

  #program(command: string, args: readonly string[], name = command): Program {
    return new Program({ command, args, log: join(this.#folder, `${name}.log`), user: this.#user })
  }

  #write(name: string, text: string): void {
    const path = join(this.#folder, name)
    writeFileSync(path, text, { mode: 0o600 })
    chownSync(path, this.#user.uid, this.#user.gid)
  }
}
