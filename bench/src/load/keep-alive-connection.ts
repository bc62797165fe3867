import { connect, type Socket } from 'node:net'

export interface Answer {
  readonly status: number
  readonly bodyBytes: number
  /** The begin of the body, of an answer that is not 200. */
  readonly refusal?: string
}

/** The longest time to wait for an answer, in milliseconds. */
const patienceMs = 10_000
const headBytesMax = 16 * 1024

/**
 * One connection that sends prepared bytes. Of an answer it parses only the status and the length,
 * so that the measurement is of the server, not of the caller.
 */
export class KeepAliveConnection {
  readonly #socket: Socket
  #head = ''
  #status = 0
  #bodyBytes = 0
  #refusal: string | undefined
  #bytesMissing = 0
  #settle: ((answer: Answer | Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.setTimeout(patienceMs, () => {
      if (this.#settle !== undefined) socket.destroy(new Error('no answer in time'))
    })
    socket.on('data', (chunk) => this.#read(chunk))
    socket.on('error', (error) => this.#finish(error))
    socket.on('close', () => this.#finish(new Error('the server closed the connection')))
  }

  static async open(port: number): Promise<KeepAliveConnection> {
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1')
      socket.once('error', reject)
      socket.once('connect', () => {
        socket.off('error', reject)
        resolve(new KeepAliveConnection(socket))
      })
    })
  }

  /** @throws Error if the connection breaks or the answer has no length. */
  exchange(request: Uint8Array): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.#settle = (answer) => {
        if (answer instanceof Error) reject(answer)
        else resolve(answer)
      }
      if (this.#socket.destroyed) this.#finish(new Error('the server closed the connection'))
      else this.#socket.write(request)
    })
  }

  close(): void {
    this.#socket.destroy()
  }

  #read(chunk: Buffer): void {
    if (this.#bytesMissing > 0) {
      this.#bytesMissing -= chunk.length
    } else {
      this.#head += chunk.toString('latin1', 0, headBytesMax)
      const end = this.#head.indexOf('\r\n\r\n')
      if (end === -1) return
      const length = /\r\ncontent-length: *(\d+)\r/i.exec(this.#head.slice(0, end + 2))?.[1]
      if (length === undefined) {
        this.#finish(new Error('an answer has no Content-Length'))
        return
      }
      this.#status = Number(this.#head.slice(9, 12))
      this.#bodyBytes = Number(length)
      this.#refusal = this.#status === 200 ? undefined : this.#head.slice(end + 4)
      const cut = Math.max(0, chunk.length - headBytesMax)
      this.#bytesMissing = this.#bodyBytes - (this.#head.length - end - 4) - cut
      this.#head = ''
    }
    if (this.#bytesMissing > 0) return
    const refusal = this.#refusal
    this.#finish({
      status: this.#status,
      bodyBytes: this.#bodyBytes,
      ...(refusal !== undefined && { refusal }),
    })
  }

  #finish(answer: Answer | Error): void {
    const settle = this.#settle
    this.#settle = undefined
    settle?.(answer)
  }
}
