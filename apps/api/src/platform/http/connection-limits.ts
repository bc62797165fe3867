import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-address.ts'

interface Limits {
  /** Open connections in total. */
  readonly process: number
  /** Open connections of one address. */
  readonly address: number
  /** Whether the limit for one address does not apply to this address. */
  readonly isExempt: (address: string) => boolean
}

/**
 * Bounds the connections of clients. A connection beyond the limit of its address is closed at
 * once. At the total limit, the oldest connection that has sent nothing is closed instead, so idle
 * connections cannot shut others out.
 */
export class ConnectionLimits {
  readonly #limits: Limits
  readonly #byNetwork = new Map<string, number>()
  /** The connections that had sent nothing when they were last looked at, oldest first. */
  readonly #silent = new Set<Socket>()
  #open = 0

  constructor(limits: Limits) {
    this.#limits = limits
  }

  attach(server: Server): void {
    server.on('connection', (socket: Socket) => this.#admit(socket))
  }

  #admit(socket: Socket): void {
    const { remoteAddress: address } = socket
    if (address === undefined) {
      // The client has already disconnected.
      socket.destroy()
      return
    }
    const network = this.#limits.isExempt(address) ? undefined : networkOf(address)
    if (network !== undefined && this.#countOf(network) >= this.#limits.address) {
      socket.destroy()
      return
    }
    if (this.#open >= this.#limits.process && !this.#closeOldestSilent()) {
      socket.destroy()
      return
    }
    this.#count(network, 1)
    this.#silent.add(socket)
    socket.once('close', () => {
      this.#silent.delete(socket)
      this.#count(network, -1)
    })
  }

  /** Closes every connection that has sent nothing. */
  closeSilent(): void {
    while (this.#closeOldestSilent());
  }

  /** Whether there was a connection that had sent nothing. */
  #closeOldestSilent(): boolean {
    for (const socket of this.#silent) {
      this.#silent.delete(socket)
      if (socket.bytesRead > 0 || socket.destroyed) continue
      socket.destroy()
      return true
    }
    return false
  }

  #countOf(network: string): number {
    return this.#byNetwork.get(network) ?? 0
  }

  #count(network: string | undefined, change: 1 | -1): void {
    this.#open += change
    if (network === undefined) return
    const count = this.#countOf(network) + change
    if (count === 0) this.#byNetwork.delete(network)
    else this.#byNetwork.set(network, count)
  }
}
