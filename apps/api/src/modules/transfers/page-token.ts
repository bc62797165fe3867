import { createHmac, timingSafeEqual } from 'node:crypto'

/** Where a page begins: behind this transfer, in the order of the listing. */
export interface PagePosition {
  /** RFC 3339, milliseconds. */
  readonly createTime: string
  readonly id: string
}

const macBytes = 16
const positionBytes = 8 + 16

/**
 * Page tokens of one list. A token is the position and a mac over it, the organization, the operation
 * and the filters: with any other of these it is not a token at all.
 */
export class PageTokens {
  readonly #key: Uint8Array
  readonly #operationId: string

  constructor(key: Uint8Array, operationId: string) {
    this.#key = key
    this.#operationId = operationId
  }

  write(position: PagePosition, organizationId: string, filters: string): string {
    const bytes = Buffer.alloc(positionBytes)
    bytes.writeBigInt64BE(BigInt(Date.parse(position.createTime)))
    bytes.write(position.id.replaceAll('-', ''), 8, 'hex')
    return Buffer.concat([bytes, this.#mac(bytes, organizationId, filters)]).toString('base64url')
  }

  /** The position of a token, or undefined if it was not written for this caller and these filters. */
  read(token: string, organizationId: string, filters: string): PagePosition | undefined {
    const bytes = Buffer.from(token, 'base64url')
    if (bytes.length !== positionBytes + macBytes) return undefined
    if (bytes.toString('base64url') !== token) return undefined
    const position = bytes.subarray(0, positionBytes)
    const mac = bytes.subarray(positionBytes)
    if (!timingSafeEqual(mac, this.#mac(position, organizationId, filters))) return undefined
    const id = position.toString('hex', 8)
    return {
      createTime: new Date(Number(position.readBigInt64BE())).toISOString(),
      id: [id.slice(0, 8), id.slice(8, 12), id.slice(12, 16), id.slice(16, 20), id.slice(20)].join(
        '-',
      ),
    }
  }

  #mac(position: Uint8Array, organizationId: string, filters: string): Buffer {
    return createHmac('sha256', this.#key)
      .update(position)
      .update(`${organizationId}\n${this.#operationId}\n${filters}`)
      .digest()
      .subarray(0, macBytes)
  }
}
