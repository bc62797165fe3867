import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './network-address.ts'

interface Limits {
  /** Open at once, by everybody. */
  readonly process: number
  /** Open at once, by one address. */
  readonly address: number
  /** Whether the share of an address does not hold for this one. */
  readonly isExempt: (address: string) => boolean
}

/**
 * Bounds the connections of callers, and closes one that is too many. No address has more than its share.
 * Where everybody together has as many as there may be, the oldest connection on which nothing has been
 * sent makes room: connections that ask for nothing shut nobody out.
 */
export class ConnectionLimits {
  readonly #limits: Limits
  readonly #byNetwork = new Map<string, number>()
  /** In the order in which they were opened; one that has sent something is dropped when it is met. */
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
      // The caller has gone already.
      socket.destroy()
      return
    }
    const network = this.#limits.isExempt(address) ? undefined : networkOf(address)
    if (network !== undefined && this.#countOf(network) >= this.#limits.address) {
      socket.destroy()
      return
    }
    if (this.#open >= this.#limits.process && !this.#makeRoom()) {
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

  /** Closes the oldest connection on which nothing has been sent, if there is one. */
  #makeRoom(): boolean {
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
