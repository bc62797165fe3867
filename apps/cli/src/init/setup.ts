import { createHash, randomUUID } from 'node:crypto'
import type { Approval, RequestOptions, VadiumClient } from '@vadium/client'
import type { Files } from '../context/files.ts'
import type { Installed } from './installed.ts'

/** What another person has to do, and the commands that do it. */
export interface Left {
  readonly what: string
  readonly commands: readonly string[]
  /** The approval that it awaits. */
  readonly approval_id?: string
}

/** One thing of the file. Without an act, it exists. */
export interface Step {
  readonly what: string
  /** @returns what is left for others. Undefined if it is done. */
  readonly act?: (setup: Setup) => Promise<Left | undefined>
  /** What later steps need of a thing that exists. */
  readonly known?: (setup: Setup) => void
}

/** Something that a step needs awaits another person. */
export class NotYet extends Error {
  override readonly name = 'NotYet'
}

/** An earlier run has asked for the write, and it still awaits approval. */
export class Asked extends Error {
  override readonly name = 'Asked'
  readonly approval: Approval

  constructor(approval: Approval) {
    super(`the approval ${approval.id} is pending`)
    this.approval = approval
  }
}

interface SetupParts {
  readonly operator: VadiumClient
  readonly installed: Installed
  /** A client that signs with another key. */
  readonly connect: (privateKey: string) => VadiumClient
  readonly now: () => number
  readonly files: Files
  readonly signal: AbortSignal | undefined
}

/** A run: its clients, and the ids of what exists by now. */
export class Setup {
  readonly operator: VadiumClient
  readonly installed: Installed
  readonly now: () => number
  readonly files: Files
  readonly #parts: SetupParts
  readonly #ids = new Map<string, string>()
  readonly #admins = new Map<string, VadiumClient>()
  #generation = ''

  constructor(parts: SetupParts) {
    this.operator = parts.operator
    this.installed = parts.installed
    this.now = parts.now
    this.files = parts.files
    this.#parts = parts
    const slugs = new Map<string, string>()
    for (const { id, slug } of parts.installed.organizations) {
      slugs.set(id, slug)
      this.keep(slug, id)
    }
    for (const { id, organization_id, name } of parts.installed.accounts) {
      this.keep(accountName(slugs.get(organization_id) ?? '', name), id)
    }
  }

  keep(name: string, id: string): void {
    this.#ids.set(name, id)
  }

  /** @throws NotYet if it has not been made, because it awaits an approval. */
  id(name: string): string {
    const id = this.#ids.get(name)
    if (id === undefined) throw new NotYet(name)
    return id
  }

  /** The client of an admin of an organization whose key is in a file of this run. */
  adminOf(slug: string): VadiumClient | undefined {
    return this.#admins.get(slug)
  }

  /** The first admin of an organization signs for it. */
  keepAdmin(slug: string, privateKey: string): void {
    if (this.#admins.has(slug)) return
    this.#admins.set(slug, this.#parts.connect(privateKey))
  }

  read(): RequestOptions {
    return { signal: this.#parts.signal }
  }

  /** The next writes are new ones, whatever an earlier run was answered. */
  forgetKeys(): void {
    this.#generation = randomUUID()
  }

  /** The name of an organization that existed before this run; its id otherwise. */
  nameOf(organizationId: string): string {
    const { organizations } = this.installed
    return organizations.find(({ id }) => id === organizationId)?.name ?? organizationId
  }

  /**
   * The key follows from the content, so that a repeated write takes effect once.
   * @throws Asked if it was asked for before, also by another operator.
   */
  write(operation: string, body: object): RequestOptions {
    const asked = this.installed.approvals.find(
      (one) => one.operation === operation && one.request.body === JSON.stringify(body),
    )
    if (asked !== undefined) throw new Asked(asked)
    const content = [this.installed.installationId, operation, body, this.#generation]
    const text = JSON.stringify(content)
    const hash = createHash('sha256').update(text).digest('base64url')
    return { signal: this.#parts.signal, idempotencyKey: `init-${hash}` }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#admins.values()].map((admin) => admin.close()))
  }
}

/** The name under which an account is kept. */
export function accountName(slug: string, name: string): string {
  return `${slug}: ${name}`
}
