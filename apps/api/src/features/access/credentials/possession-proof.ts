import {
  type Enrolment,
  type ErrorDetail,
  possessionInput,
  possessionProofLifetimeMs,
  possessionText,
  signatureWindowMs,
} from '@vadium/schema'
import sodium from 'sodium-native'
import { decodeCanonical, publicKeyFault } from '../../../platform/signing/public-key.ts'

/** The public key of a proof of possession; or the fault of an invalid proof. */
export function provenKey(
  proof: string,
  enrolment: Enrolment,
  nowMs: number,
): { readonly publicKey: string } | { readonly fault: ErrorDetail } {
  const [publicKey = '', timestamp = '', signatureText = ''] = proof.split('.')
  const fault = (issue: string, value?: string) => ({
    fault: { field: 'proof', issue, ...(value !== undefined && { value }) },
  })
  const keyFault = publicKeyFault(publicKey)
  if (keyFault !== undefined) return fault(`its key cannot be enrolled: ${keyFault}`)
  const ageMs = nowMs - Number(timestamp)
  if (ageMs > possessionProofLifetimeMs) {
    return fault("was signed more than 24 hours before the server's time", String(nowMs))
  }
  if (ageMs < -signatureWindowMs) {
    return fault("was signed for a time after the server's", String(nowMs))
  }
  const signature = decodeCanonical(signatureText)
  const input = Buffer.from(possessionInput(enrolment, publicKey, timestamp))
  const isGood =
    signature !== undefined &&
    sodium.crypto_sign_verify_detached(signature, input, Buffer.from(publicKey, 'base64url'))
  if (isGood) return { publicKey }
  return fault('is not the signature of this text', possessionText(enrolment, publicKey, timestamp))
}
