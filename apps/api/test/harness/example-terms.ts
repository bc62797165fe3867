import { getAgreement, proposeTerms } from '@vadium/schema'
import { succeed } from './call.ts'
import type { Prepare } from './example-preparations.ts'
import { type LivingBook, usualTerms } from './living-book.ts'

/** A proposal of the lender, which replaces the one before it. */
async function newProposal({ service, lender, agreementId }: LivingBook) {
  const params = { agreement_id: agreementId }
  const { versions } = await succeed(service, getAgreement, { key: lender.keys.viewer, params })
  return { params, body: { version: versions.length + 1, terms: usualTerms } }
}

export const toPropose: Prepare = async (book) => ({
  member: book.lender,
  ...(await newProposal(book)),
})

export const toWithdraw: Prepare = async (book) => {
  const { params, body } = await newProposal(book)
  await succeed(book.service, proposeTerms, { key: book.lender.keys.admin, params, body })
  return { member: book.lender, params, body: { version: body.version } }
}
