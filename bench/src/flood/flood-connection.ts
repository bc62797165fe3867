import { connect, type Socket } from 'node:net'

/** How many bytes of the end of an answer are kept, to find the end of its last chunk. */
const tailBytes = 16
const lastChunk = '0\r\n\r\n'

/**
 * A connection that asks again as soon as it has its answer, and opens another one when it is
 * closed. A stream of events is held for ever.
 */
export class FloodConnection {
  readonly #port: number
  readonly #next: () => Buffer
  readonly #answered: (status: string) => void
  #head = ''
  #tail = ''
  /** The bytes that are missing of the answer; undefined while its head, or its chunks, are read. */
  #missing: number | undefined
  #isInChunks = false

  constructor(port: number, next: () => Buffer, answered: (status: string) => void) {
    this.#port = port
    this.#next = next
    this.#answered = answered
  }

  open(): void {
    const socket = connect(this.#port, '127.0.0.1', () => socket.write(this.#next()))
    socket.setNoDelay(true)
    socket.on('data', (chunk) => this.#read(socket, chunk))
    socket.on('error', () => undefined)
    socket.once('close', () => {
      this.#forget()
      // The service closes the connections of a process that it will not answer any more.
      setTimeout(() => this.open(), 10)
    })
  }

  #read(socket: Socket, chunk: Buffer): void {
    if (this.#isInChunks) {
      const end = chunk.toString('latin1', Math.max(0, chunk.length - tailBytes))
      this.#tail = (this.#tail + end).slice(-tailBytes)
      if (this.#tail.endsWith(lastChunk)) this.#again(socket)
      return
    }
    if (this.#missing !== undefined) {
      this.#missing -= chunk.length
    } else if (!this.#readHead(chunk)) return
    if (this.#missing !== undefined && this.#missing <= 0) this.#again(socket)
  }

  /** Whether the head has ended. */
  #readHead(chunk: Buffer): boolean {
    this.#head += chunk.toString('latin1')
    const end = this.#head.indexOf('\r\n\r\n')
    if (end === -1) return false
    const head = this.#head.slice(0, end + 2)
    this.#answered(head.slice(9, 12))
    const length = /\r\ncontent-length: *(\d+)\r/i.exec(head)?.[1]
    if (length === undefined) this.#isInChunks = true
    else this.#missing = Number(length) - (this.#head.length - end - 4)
    this.#head = ''
    return true
  }

  #again(socket: Socket): void {
    this.#forget()
    socket.write(this.#next())
  }

  #forget(): void {
    this.#head = ''
    this.#tail = ''
    this.#missing = undefined
    this.#isInChunks = false
  }
}
