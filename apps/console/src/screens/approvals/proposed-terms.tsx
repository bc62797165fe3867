import type { Agreement, Approval, StoredRequest } from '@vadium/client'
import { acceptAgreement, amendAgreement, proposeTerms } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { isBodyOf } from '../../service/body.ts'
import { agreementQuery } from '../../service/counterparty-queries.ts'
import { useNow } from '../../service/now.ts'
import { useRead } from '../../service/read.ts'
import { versionInEffect } from '../counterparties/agreement-rows.tsx'
import { type NamedTerms, ofVersion, TermsTable } from '../counterparties/terms-table.tsx'
import { bodyMembers } from './request-body.ts'

/** What the terms of a request would change of those in effect, as each side reads a proposal. */
export function ProposedTerms({
  approval,
  agreementId,
}: {
  readonly approval: Approval
  readonly agreementId: string
}) {
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="What it means">
      <h2>What changes</h2>
      <Read of={useRead(agreementQuery, agreementId)} what="the agreement">
        {(agreement) => <Difference agreement={agreement} approval={approval} />}
      </Read>
    </section>
  )
}

function Difference({
  agreement,
  approval: { request, create_time, end_time },
}: {
  readonly agreement: Agreement
  readonly approval: Approval
}) {
  const now = useNow()
  // The terms of a request that was carried out may be in effect themselves.
  const inEffect = versionInEffect(agreement, end_time === null ? now : Date.parse(create_time))
  const asked = askedTerms(agreement, request)
  const { id, lender_name, borrower_name } = agreement
  return (
    <>
      <p>
        <Link to="/agreements/$agreementId" params={{ agreementId: id }}>
          {lender_name} lends to {borrower_name}
        </Link>
        {inEffect === undefined && ': no version is in effect before it'}
      </p>
      {asked === undefined ? (
        <p>The request names no terms of this agreement.</p>
      ) : (
        <>
          <TermsTable
            from={inEffect === undefined ? asked : ofVersion(inEffect)}
            to={asked}
            areAllShown={inEffect === undefined}
          />
          <p>
            The terms take effect when both sides have accepted them
            {asked.effective_time !== undefined && (
              <>
                , at the earliest on <Instant at={asked.effective_time} />
              </>
            )}
            .
          </p>
        </>
      )}
    </>
  )
}

interface AskedTerms extends NamedTerms {
  readonly effective_time?: string | undefined
}

/** The terms that a request proposes, or those of the version that it accepts. */
function askedTerms({ versions }: Agreement, request: StoredRequest): AskedTerms | undefined {
  const body = bodyMembers(request)
  if (isBodyOf(proposeTerms.body, body) || isBodyOf(amendAgreement.body, body)) {
    const { terms, effective_time } = body
    return { name: 'Asked for', terms, effective_time }
  }
  if (!isBodyOf(acceptAgreement.body, body)) return undefined
  const accepted = versions.find(({ version }) => version === body.version)
  return accepted && { ...ofVersion(accepted), effective_time: accepted.effective_time }
}
