import type { SecretBox } from '../../platform/secrets/secret-box.ts'
import { placeOfMailRecipient } from '../../platform/secrets/stored-secrets.ts'

/** What is shorter would be taken for a secret that is not sealed. */
const sealedLengthMin = 64

/** The address of a farewell as it is stored: that of its row is erased. */
export const sealedRecipient = (box: SecretBox, deliveryId: string, address: string): Buffer =>
  box.seal(
    placeOfMailRecipient(deliveryId),
    Buffer.from(address.padEnd(sealedLengthMin, ' '), 'ascii'),
  )

/** @throws UnsealError if it was sealed with a key that this process does not have. */
export const unsealedRecipient = (box: SecretBox, deliveryId: string, sealed: Buffer): string =>
  box.unseal(placeOfMailRecipient(deliveryId), sealed).toString('ascii').trimEnd()
