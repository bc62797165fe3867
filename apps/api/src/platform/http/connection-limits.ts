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

/** The open connections of one address. */
interface Share {
  count: number
  /** Those that had sent nothing when they were last looked at, oldest first. */
  readonly silent: Set<Socket>
}

/**
 * Bounds the connections of clients. At the limit of its address, and at the total limit, the
 * oldest connection that has sent nothing is closed for a new one, so idle connections cannot shut
 * others out. Where every connection has sent something, the new one is closed at once.
 */
export class ConnectionLimits {
  readonly #limits: Limits
  readonly #byNetwork = new Map<string, Share>()
  /** All connections that had sent nothing when they were last looked at, oldest first. */
  readonly #silent = new Set<Socket>()
  /** The network of each open connection; undefined if it is exempt. */
  readonly #open = new Map<Socket, string | undefined>()

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
    const share = network === undefined ? undefined : this.#byNetwork.get(network)
    const isFull = share !== undefined && share.count >= this.#limits.address
    if (isFull && !this.#closeOldest(share.silent)) {
      socket.destroy()
      return
    }
    if (this.#open.size >= this.#limits.process && !this.#closeOldest(this.#silent)) {
      socket.destroy()
      return
    }
    this.#open.set(socket, network)
    this.#silent.add(socket)
    if (network !== undefined) this.#join(network, socket)
    socket.once('close', () => this.#release(socket))
  }

  /** Closes every connection that has sent nothing. */
  closeSilent(): void {
    while (this.#closeOldest(this.#silent));
  }

  /** Whether there was a connection that had sent nothing. */
  #closeOldest(silent: Set<Socket>): boolean {
    for (const socket of silent) {
      silent.delete(socket)
      if (socket.bytesRead > 0 || socket.destroyed) continue
      // Its place is free at once: the next connection may come before this one is closed.
      this.#release(socket)
      socket.destroy()
      return true
    }
    return false
  }

  #join(network: string, socket: Socket): void {
    const share = this.#byNetwork.get(network) ?? { count: 0, silent: new Set() }
    share.count += 1
    share.silent.add(socket)
    this.#byNetwork.set(network, share)
  }

  #release(socket: Socket): void {
    const network = this.#open.get(socket)
    if (!this.#open.delete(socket)) return
    this.#silent.delete(socket)
    const share = network === undefined ? undefined : this.#byNetwork.get(network)
    if (network === undefined || share === undefined) return
    share.silent.delete(socket)
    share.count -= 1
    if (share.count === 0) this.#byNetwork.delete(network)
  }
}
