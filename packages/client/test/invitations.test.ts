import { createHash } from 'node:crypto'
import {
  invitationEnrolment,
  invitationLink,
  invitationWords,
  readInvitationLink,
} from '@vadium/client/invitations'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const invitationId = '0b7c0f3e-6a53-4f0e-9d3c-2f7a0f6d9a11'
const publicKey = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo'
const secret = 'Zm9yIGV4YW1wbGVzIG9ubHksIG5vdCBhIHNlY3JldCE'

describe('the six words', () => {
  it('are the first 66 bits of the hash of the documented text, computed by other code', async () => {
    await fc.assert(
      fc.asyncProperty(fc.uuid(), fc.base64String({ minLength: 1 }), async (id, key) => {
        const text = `vadium-invitation|${id}|${key}`
        const hash = BigInt(`0x${createHash('sha256').update(text).digest('hex')}`)
        const expected = [0, 1, 2, 3, 4, 5].map(
          (i) => wordlist[Number((hash >> BigInt(256 - 11 * (i + 1))) & 2047n)],
        )
        expect(await invitationWords(id, key)).toEqual(expected)
      }),
      { numRuns: 100 },
    )
  })

  it('are the same for an id in upper case, and others for another key or invitation', async () => {
    const words = await invitationWords(invitationId, publicKey)
    expect(words).toHaveLength(6)
    expect(await invitationWords(invitationId.toUpperCase(), publicKey)).toEqual(words)
    const others = [
      await invitationWords(invitationId.replace('0', '1'), publicKey),
      await invitationWords(invitationId, publicKey.replace('1', '2')),
    ]
    for (const other of others) expect(other).not.toEqual(words)
  })
})

describe('a link', () => {
  it('keeps the secret in its fragment, below any base path', () => {
    const link = invitationLink('https://example.com/v1/console/', { invitationId, secret })
    expect(link).toBe(`https://example.com/v1/console/#invitation=${invitationId}.${secret}`)
    expect(readInvitationLink(new URL(link).hash)).toEqual({ invitationId, secret })
  })

  it.each([
    '',
    '#key=1',
    `#invitation=${invitationId}`,
    `#invitation=${invitationId}.${secret.slice(1)}`,
    `#invitation=${invitationId}.${secret}.more`,
    `#invitation=${secret}.${invitationId}`,
  ])('is none where something is missing or added: %s', (fragment) => {
    expect(readInvitationLink(fragment)).toBeUndefined()
  })
})

describe('what a proof names', () => {
  it('is the account of the invitation, and nobody once it has ended', () => {
    const [installation_id, organization_id, account_id] = ['one', 'two', 'three']
    const offer = { installation_id, organization_id, account_id }
    const enrolment = { installationId: 'one', organizationId: 'two', accountId: 'three' }
    expect(invitationEnrolment({ id: 'four', offer })).toEqual(enrolment)
    const nobody = { installationId: 'four', organizationId: 'four', accountId: 'four' }
    expect(invitationEnrolment({ id: 'four', offer: null })).toEqual(nobody)
  })
})
