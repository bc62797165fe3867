import type { Agreement, AgreementVersion } from '@vadium/client'
import { amendAgreement, withDefaults } from '@vadium/schema'
import { isBodyOf } from '../../service/body.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { ReviewedTerms, useSeenVersions } from './reviewed-terms.tsx'
import { typedTerms, useSeenCalendars, useTermOffers } from './terms-form.tsx'

/** Proposes another version to both sides, beginning with the terms that it replaces. */
export function Amendment({
  agreement,
  basis,
}: {
  readonly agreement: Agreement
  /** The version with whose terms the fields begin. */
  readonly basis: AgreementVersion
}) {
  const { agreements } = useClient()
  // A version of another operator does not take away what is typed: a person begins from it.
  const seen = useSeenVersions(agreement, basis)
  const offers = useTermOffers()
  const form = useForm({
    schema: amendAgreement.body,
    begin: typedTerms(basis.terms),
    offers: () => offers,
    complete: useSeenCalendars(),
    send: (body, options) => agreements.amend(agreement.id, body, options),
    afterwards: 'fix',
    alsoBegin: seen.begin,
  })
  const { body } = form
  return (
    <ReviewedTerms
      form={form}
      agreement={agreement}
      basis={basis}
      seen={seen}
      terms={isBodyOf(amendAgreement.body, body) ? withDefaults(body.terms) : undefined}
      to="both sides"
    >
      The terms take effect when an admin of each side has accepted them. A proposal that still
      awaits acceptance ends. Deals that exist keep their terms.
    </ReviewedTerms>
  )
}
