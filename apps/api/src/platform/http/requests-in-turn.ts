import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

export type RequestListener = (request: IncomingMessage, response: ServerResponse) => void

/** How many requests a connection may send before their answers. One more closes it. */
const aheadMax = 64

/**
 * Handles the requests of a connection one after the other, although HTTP allows a client to send
 * several at once. If the connection ends early, Node does not report that the later responses are
 * over, and what they hold would never be released. Also, writes must be done in the order in which
 * they were sent.
 */
export function inTurn(listener: RequestListener): RequestListener {
  const ahead = new WeakMap<Socket, number>()
  return (request, response) => {
    // A response is assigned to the socket when it is the next to be sent.
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
