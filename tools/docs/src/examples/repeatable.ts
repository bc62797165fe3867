import { createHash } from 'node:crypto'
import { uuidFrom } from '@vadium/book'
import type { Recorded } from './tape.ts'

/** Made of random bytes or of secrets of the service, by the name of the member. */
const sealedMembers = new Set([
  'after',
  'calculation_id',
  'next',
  'next_page_token',
  'private_key',
  'public_key',
  'secret',
])

const randomUuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}\b/g
const timestamp = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g
const cursor = /^[\w-]{43,}$/

const tenMinutesMs = 600_000
/**
 * A time that is no further from that of its request is of the clock of the machine. The book is
 * played in minutes, and its own time is further away.
 */
const machineMs = 20 * 24 * 3_600_000

/**
 * Replaces what the service draws at random or takes from the clock of the machine, wherever it
 * occurs, by a text of the same form. So each run records the same, and nothing that looks like a
 * private key or a secret.
 */
export class Repeatable {
  readonly #shown = new Map<string, string>()

  constructor(receiver: string) {
    this.#shown.set(receiver, 'https://hooks.example.com')
  }

  /** A record without what belongs to the run: who sent it and what was answered. */
  of({ sentMs, bookTime, ...shown }: Recorded): unknown {
    this.#collect('', shown, { sentMs, bookTime })
    return JSON.parse(this.#replaced(JSON.stringify(shown)))
  }

  #collect(name: string, value: unknown, time: Pick<Recorded, 'sentMs' | 'bookTime'>): void {
    if (typeof value === 'object' && value !== null) {
      for (const [key, member] of Object.entries(value)) {
        this.#collect(Array.isArray(value) ? name : key, member, time)
      }
    }
    if (typeof value !== 'string') return
    if (sealedMembers.has(name) || (name === 'id' && cursor.test(value))) {
      this.#show(value, () => sealed(name, value, this.#shown.size))
    }
    for (const [uuid] of value.matchAll(randomUuid)) {
      this.#show(uuid, () => uuidFrom(`example uuid ${this.#shown.size}`))
    }
    for (const [at] of value.matchAll(timestamp)) {
      const passedMs = Date.parse(at) - time.sentMs
      if (Math.abs(passedMs) < machineMs) this.#show(at, () => later(time.bookTime, passedMs))
    }
  }

  #show(found: string, replacement: () => string): void {
    if (!this.#shown.has(found)) this.#shown.set(found, replacement())
  }

  #replaced(text: string): string {
    let replaced = text
    for (const [found, shown] of this.#shown) replaced = replaced.replaceAll(found, shown)
    return replaced
  }
}

function later(bookTime: string, passedMs: number): string {
  const wholeMs = Math.round(passedMs / tenMinutesMs) * tenMinutesMs
  return new Date(Date.parse(bookTime) + wholeMs).toISOString()
}

function sealed(name: string, value: string, number: number): string {
  if (name === 'private_key')
    return 'example-private-key-that-opens-nothing-'.padEnd(value.length, 'x')
  if (name === 'secret' && !value.startsWith('whsec_'))
    return Buffer.from('for examples only, not a secret!').toString('base64url')
  if (name === 'secret')
    return `whsec_${Buffer.from('an example, not a secret').toString('base64')}`
  return hashOf(`${name} ${number}`).toString('base64url')
}

const hashOf = (text: string) => createHash('sha256').update(`example ${text}`).digest()
