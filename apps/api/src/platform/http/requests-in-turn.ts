import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** Requests that one connection may send ahead of their answers; one more closes it. */
const aheadMax = 64

/**
 * Begins a request when its answer is the next to leave on its connection. HTTP lets a caller send requests ahead.
 * Where the connection ends first, Node never says that the later answers are over, so whatever was taken for them would
 * never be given back; and writes that were sent in an order would be done in any.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>()
  return (request, response) => {
    // An answer has the socket when it is its turn.
    if (response.socket !== null) {
      listener(request, response)
      return
    }
    const { socket } = request
    const count = (ahead.get(socket) ?? 0) + 1
    if (count > aheadMax) {
      socket.destroy()
      return
    }
    ahead.set(socket, count)
    response.once('socket', () => {
      ahead.set(socket, (ahead.get(socket) ?? 1) - 1)
      listener(request, response)
    })
  }
}
