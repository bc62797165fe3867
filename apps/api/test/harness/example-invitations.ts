import { generateKeyPair, proveKey } from '@vadium/client'
import { acceptInvitation, createInvitation } from '@vadium/schema'
import { succeed } from './call.ts'
import type { Prepare } from './example-preparations.ts'
import type { LivingBook, Member } from './living-book.ts'

export const invited = { name: 'Ada Byron', role: 'viewer' } as const

/** An invitation of a member, and the key that was accepted for it. */
export async function acceptedInvitation({ service }: LivingBook, { keys }: Member) {
  const { invitation, secret } = await succeed(service, createInvitation, {
    key: keys.admin,
    body: invited,
  })
  const { id: invitation_id, organization_id: organizationId, account_id: accountId } = invitation
  const { privateKey, publicKey } = generateKeyPair()
  const { installationId } = service.services
  const enrolment = { installationId, organizationId, accountId }
  const proof = proveKey(privateKey, enrolment, service.clock.now())
  await succeed(service, acceptInvitation, { params: { invitation_id }, body: { secret, proof } })
  return { invitation_id, publicKey, accountId }
}

export const onInvitation: Prepare = async (book) => {
  const { invitation_id } = await acceptedInvitation(book, book.lender)
  return { member: book.lender, params: { invitation_id } }
}

export const toConfirm: Prepare = async (book) => {
  const { invitation_id, publicKey, accountId } = await acceptedInvitation(book, book.lender)
  const body = { public_key: publicKey, account_id: accountId, ...invited }
  return { member: book.lender, params: { invitation_id }, body }
}
