import type { Agreement, Approval, StoredRequest } from '@vadium/client'
import { acceptAgreement, amendAgreement, proposeTerms, withDefaults } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { isBodyOf } from '../../service/body.ts'
import { agreementQuery } from '../../service/counterparty-queries.ts'
import { useRead } from '../../service/read.ts'
import { versionInEffect } from '../terms/version-in-effect.ts'
import { TermsChanges } from '../terms/terms-changes.tsx'
import { type NumberedTerms, ofVersion, TermsTable } from '../terms/terms-table.tsx'
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
  const asked = askedVersion(agreement, request)
  const { id, lender_name, borrower_name } = agreement
  return (
    <>
      <p>
        <Link to="/agreements/$agreementId" params={{ agreementId: id }}>
          {lender_name} lends to {borrower_name}
        </Link>
      </p>
      {asked === undefined ? (
        <p>The request names no terms of this agreement.</p>
      ) : (
        <>
          {end_time === null ? (
            <TermsChanges agreement={agreement} proposed={asked} />
          ) : (
            <PastDifference agreement={agreement} asked={asked} at={create_time} />
          )}
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

/** What was in effect when it was asked: the terms themselves may be in effect since. */
function PastDifference({
  agreement,
  asked,
  at,
}: {
  readonly agreement: Agreement
  readonly asked: AskedVersion
  readonly at: string
}) {
  const inEffect = versionInEffect(agreement, Date.parse(at))
  const to = ofVersion(asked)
  if (inEffect === undefined) {
    return (
      <>
        <p>No version was in effect when it was asked.</p>
        <TermsTable from={to} to={to} />
      </>
    )
  }
  return (
    <>
      <p>Version {inEffect.version} was in effect when it was asked.</p>
      <TermsTable from={ofVersion(inEffect)} to={to} areAllShown={false} />
    </>
  )
}

interface AskedVersion extends NumberedTerms {
  readonly effective_time?: string | undefined
}

/** The version that a request proposes or accepts. */
function askedVersion({ versions }: Agreement, request: StoredRequest): AskedVersion | undefined {
  const body = bodyMembers(request)
  if (isBodyOf(proposeTerms.body, body)) return { ...body, terms: withDefaults(body.terms) }
  if (isBodyOf(amendAgreement.body, body)) {
    return { ...body, terms: withDefaults(body.terms), version: versions.length + 1 }
  }
  if (!isBodyOf(acceptAgreement.body, body)) return undefined
  return versions.find(({ version }) => version === body.version)
}
