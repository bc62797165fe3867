import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'

/** 32 bytes. In settings and files they are written in base64url. */
export type SecretsKey = Uint8Array

const cipherName = 'aes-256-gcm'
const version = 1
const keyIdBytes = 8
const ivBytes = 12
const tagBytes = 16
const headBytes = 1 + keyIdBytes + ivBytes

/**
 * The value was sealed with a key that this process does not have, or was changed or moved to
 * another row.
 */
export class UnsealError extends Error {
  override readonly name = 'UnsealError'
}

/**
 * Seals (encrypts) stored secrets with AES-256-GCM. A sealed value starts with the id of its key,
 * and is bound to its place, which names the row: it cannot be unsealed as the value of another
 * row.
 */
export class SecretBox {
  readonly #current: SealingKey
  readonly #byId: ReadonlyMap<string, SealingKey>

  /** `previous` is used for unsealing only. */
  constructor(current: SecretsKey, previous?: SecretsKey) {
    this.#current = new SealingKey(current)
    const keys = [...(previous === undefined ? [] : [new SealingKey(previous)]), this.#current]
    this.#byId = new Map(keys.map((key) => [key.id, key]))
  }

  /** The ids of the keys that can unseal, in hexadecimal. */
  get keyIds(): readonly string[] {
    return [...this.#byId.keys()]
  }

  seal(place: string, secret: Uint8Array): Buffer {
    const { bytes, idBytes } = this.#current
    const iv = randomBytes(ivBytes)
    const cipher = createCipheriv(cipherName, bytes, iv)
    cipher.setAAD(Buffer.from(place))
    const sealed = [cipher.update(secret), cipher.final(), cipher.getAuthTag()]
    const head = [Buffer.of(version), idBytes, iv]
    return Buffer.concat([...head, ...sealed])
  }

  /** @throws UnsealError if the value cannot be unsealed. */
  unseal(place: string, sealed: Buffer): Buffer {
    const key = this.#byId.get(keyIdOf(sealed))
    if (key === undefined || sealed.length < headBytes + tagBytes || sealed[0] !== version) {
      throw new UnsealError(`the secret of ${place} is not sealed with a key of this process`)
    }
    const iv = sealed.subarray(1 + keyIdBytes, headBytes)
    const decipher = createDecipheriv(cipherName, key.bytes, iv, { authTagLength: tagBytes })
    decipher.setAAD(Buffer.from(place))
    decipher.setAuthTag(sealed.subarray(-tagBytes))
    try {
      return Buffer.concat([
        decipher.update(sealed.subarray(headBytes, -tagBytes)),
        decipher.final(),
      ])
    } catch {
      throw new UnsealError(`the secret of ${place} was changed, or is that of another row`)
    }
  }

  /**
   * The value sealed with the current key. Undefined if it already is.
   * @throws UnsealError if the value was sealed with a key that this process does not have.
   */
  resealed(place: string, stored: Buffer): Buffer | undefined {
    if (keyIdOf(stored) === this.#current.id) return undefined
    return this.seal(place, this.unseal(place, stored))
  }
}

/** In hexadecimal. */
const keyIdOf = (sealed: Buffer): string => sealed.toString('hex', 1, 1 + keyIdBytes)

class SealingKey {
  readonly bytes: Uint8Array
  readonly idBytes: Buffer
  readonly id: string

  constructor(bytes: SecretsKey) {
    this.bytes = bytes
    this.idBytes = createHash('sha256')
      .update('vadium secrets key\n')
      .update(bytes)
      .digest()
      .subarray(0, keyIdBytes)
    this.id = this.idBytes.toString('hex')
  }
}
