import type { Agreement, AgreementVersion } from '@vadium/client'
import { proposeTerms, withDefaults } from '@vadium/schema'
import { isBodyOf } from '../../service/body.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { ReviewedTerms, useSeenVersions } from './reviewed-terms.tsx'
import { typedTerms, useSeenCalendars, useTermOffers } from './terms-form.tsx'

/** Proposes other terms to the counterparty, beginning with those that they replace. */
export function ProposeTerms({
  agreement,
  counterparty,
  basis,
  awaited,
}: {
  readonly agreement: Agreement
  readonly counterparty: string
  /** The version with whose terms the fields begin. */
  readonly basis: AgreementVersion
  /** The proposal of the operator that is in the way of others. */
  readonly awaited: number | undefined
}) {
  const { agreements } = useClient()
  const seen = useSeenVersions(agreement, basis)
  const offers = useTermOffers()
  const withCalendars = useSeenCalendars()
  const form = useForm({
    schema: proposeTerms.body,
    begin: typedTerms(basis.terms),
    offers: () => offers,
    complete: (draft) => ({ ...withCalendars(draft), version: String(seen.next) }),
    send: (body, options) => agreements.propose(agreement.id, body, options),
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
      terms={isBodyOf(proposeTerms.body, body) ? withDefaults(body.terms) : undefined}
      to={counterparty}
      obstacle={
        awaited === undefined ? undefined : (
          <p>
            Version {awaited} of the operator awaits acceptance. Until it has ended, nobody else can
            propose terms.
          </p>
        )
      }
    >
      Your organization accepts these terms with that. They take effect when an admin of{' '}
      {counterparty} has accepted them. Deals that exist keep their terms.
    </ReviewedTerms>
  )
}
