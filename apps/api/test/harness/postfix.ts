import { spawn, spawnSync } from 'node:child_process'
import { chmod, chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'
import { freePort } from '@vadium/local-postgres'
import { isListening } from './pgbouncer.ts'

/** Nobody, who owns no file, gets the mails. */
const nobody = { uid: 65_534, gid: 65_534 }

const services = `
smtp unix - - n - - smtp
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
postlog unix-dgram n - n - 1 postlogd
`

/**
 * Postfix as an ordinary process of a test, which takes mails of this machine alone. It keeps the
 * mails to `desk@harbor.example` and those that come back to the sender, and hands what goes to
 * `gone.example` to another server.
 */
export class Postfix implements AsyncDisposable {
  readonly port: number
  readonly #folder: string

  private constructor(folder: string, port: number) {
    this.#folder = folder
    this.port = port
  }

  /** @param next The port of the server for `gone.example`. */
  static async start(next: number): Promise<Postfix> {
    const folder = await mkdtemp(join(tmpdir(), 'vadium-postfix-'))
    const postfix = new Postfix(folder, await freePort())
    await postfix.#configure(next)
    await postfix.begin()
    return postfix
  }

  async #configure(next: number): Promise<void> {
    const folder = this.#folder
    await chmod(folder, 0o755)
    for (const name of ['etc', 'spool', 'data', 'mail']) await mkdir(join(folder, name))
    await chown(join(folder, 'data'), idOfPostfix(), 0)
    await chown(join(folder, 'mail'), nobody.uid, nobody.gid)
    await writeFile(
      join(folder, 'etc', 'main.cf'),
      `compatibility_level = 3.6
queue_directory = ${folder}/spool
data_directory = ${folder}/data
maillog_file = ${folder}/log
maillog_file_prefixes = ${folder}
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks = 127.0.0.0/8
myhostname = mx.vadium.example
mydestination =
alias_maps =
alias_database =
local_recipient_maps =
virtual_mailbox_domains = inline:{mail.vadium.example=x, harbor.example=x}
virtual_mailbox_base = ${folder}/mail
virtual_mailbox_maps = inline:{vadium@mail.vadium.example=vadium, desk@harbor.example=desk}
virtual_minimum_uid = 1
virtual_uid_maps = static:${nobody.uid}
virtual_gid_maps = static:${nobody.gid}
relay_domains = inline:{gone.example=x}
relay_recipient_maps =
transport_maps = inline:{{gone.example = smtp:[127.0.0.1]:${next}}}
`,
    )
    const inet = `127.0.0.1:${this.port} inet n - n - - smtpd`
    await writeFile(join(folder, 'etc', 'master.cf'), `${inet}${services}`)
  }

  async begin(): Promise<void> {
    spawn('postfix', ['-c', join(this.#folder, 'etc'), 'start-fg'], { stdio: 'ignore' })
    await vi.waitUntil(() => isListening(this.port), { timeout: 20_000, interval: 100 })
  }

  /** Kills its first process and those that it has started, as a machine that stops does. */
  async kill(): Promise<void> {
    const first = (await readFile(join(this.#folder, 'spool', 'pid', 'master.pid'), 'utf8')).trim()
    const others = await readFile(`/proc/${first}/task/${first}/children`, 'utf8')
    for (const pid of [first, ...others.trim().split(' ')]) process.kill(Number(pid), 'SIGKILL')
    const isGone = async () => !(await isListening(this.port))
    await vi.waitUntil(isGone, { timeout: 20_000, interval: 100 })
  }

  /** The mails in a mailbox, each with the headers that were added on its way. */
  async mailbox(name: 'desk' | 'vadium'): Promise<string[]> {
    const text = await readFile(join(this.#folder, 'mail', name), 'latin1').catch(() => '')
    return text
      .split(/^From \S+ {2}.*\n/m)
      .slice(1)
      .map((mail) => mail.replace(/\n$/, '').replaceAll(/^>From /gm, 'From '))
  }

  /** A mail in a mailbox that contains a text, once it is there. */
  arrived(name: 'desk' | 'vadium', text: string): Promise<string> {
    const find = async () => (await this.mailbox(name)).find((mail) => mail.includes(text))
    return vi.waitUntil(find, { timeout: 20_000, interval: 100 })
  }

  log(): Promise<string> {
    return readFile(join(this.#folder, 'log'), 'utf8')
  }

  async [Symbol.asyncDispose](): Promise<void> {
    spawnSync('postfix', ['-c', join(this.#folder, 'etc'), 'stop'])
    await rm(this.#folder, { recursive: true })
  }
}

function idOfPostfix(): number {
  return Number(spawnSync('id', ['-u', 'postfix'], { encoding: 'utf8' }).stdout)
}
