import type { Approval, ResolvedApproval } from '@vadium/client'
import { Link, useParams } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { approvalQuery } from '../../service/approval-queries.ts'
import { useAccountName, useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { ApprovalCount, ApprovalStatus, operationTitle } from './approval-rows.tsx'
import { Resolved } from './resolved.tsx'
import { agreementOf } from './request-agreement.ts'
import { useRequestHash } from './request-hash.ts'

// It needs the definitions of all operations, for the words of their members.
const SignedRequest = later(
  async () => (await import('./signed-request.tsx')).SignedRequest,
  'the signed request',
)

const NewColleague = later(
  async () => (await import('./new-colleague.tsx')).NewColleague,
  'the invitation',
)

const ProposedTerms = later(
  async () => (await import('./proposed-terms.tsx')).ProposedTerms,
  'the terms',
)

/** One request that needs approval: what is asked, by whom, until when, and the decision. */
export function ApprovalScreen() {
  const { approvalId } = useParams({ from: '/approvals/$approvalId' })
  return (
    <Read of={useRead(approvalQuery, approvalId)} what="the approval">
      {(approval) => <ApprovalView key={approval.id} approval={approval} />}
    </Read>
  )
}

function ApprovalView({ approval }: { readonly approval: ResolvedApproval }) {
  const { operation, request, resolved } = approval
  const isInvitation = operation === 'confirmInvitation'
  const agreementId = agreementOf(request)
  const isShown = resolved !== null || isInvitation || agreementId !== undefined
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>{operationTitle(operation)}</Title>
        <ApprovalStatus approval={approval} />
        {approval.state === 'PENDING' && <TimeLeft until={approval.expire_time} />}
        <Link to="/approvals">All approvals</Link>
      </div>
      {resolved !== null && <Resolved resolved={resolved} />}
      {isInvitation && <NewColleague request={request} />}
      {agreementId !== undefined && <ProposedTerms approval={approval} agreementId={agreementId} />}
      <Decide approval={approval} />
      <div className={page['columns']}>
        <Asked approval={approval} />
        <Decisions approval={approval} />
      </div>
      <SignedRequest key={String(isShown)} approval={approval} isOpen={!isShown} />
    </div>
  )
}

/** The decision. It names the hash of the request that is on screen, computed here. */
function Decide({ approval }: { readonly approval: Approval }) {
  const client = useClient()
  const { written, isBusy, write } = useWrite<Approval>()
  const shown = useRequestHash(approval.request)
  const offered = (name: string) =>
    approval.actions.some(({ action, available }) => action === name && available)
  const whyNot = approval.actions.find(({ action }) => action === 'approve')?.reason ?? null
  const isPending = approval.state === 'PENDING'
  const decide = (decision: 'approve' | 'reject') => {
    if (shown === undefined) return
    const body = { request_hash: shown }
    void write((options) => client.approvals[decision](approval.id, body, options))
  }
  const mayNot = isBusy || shown !== approval.request_hash
  return (
    <section className={page['form']} aria-label="Decision">
      <div className={page['buttons']}>
        {isPending && (
          <Button
            className="button primary"
            isDisabled={mayNot || !offered('approve')}
            onPress={() => {
              decide('approve')
            }}
          >
            Approve
          </Button>
        )}
        {offered('reject') && (
          <ConfirmedButton
            name="Reject"
            question="Reject the request for good?"
            isDisabled={mayNot}
            act={() => {
              decide('reject')
            }}
          />
        )}
        {offered('withdraw') && (
          <ConfirmedButton
            name="Withdraw"
            question="Withdraw your request?"
            isDisabled={isBusy}
            act={() => {
              void write((options) => client.approvals.withdraw(approval.id, options))
            }}
          />
        )}
      </div>
      {shown !== undefined && shown !== approval.request_hash && (
        <p className={page['note']} data-tone="bad" role="alert">
          The signed request does not have the hash of the approval. Do not decide it.
        </p>
      )}
      {isPending && whyNot !== null && (
        <p className={page['note']}>You may not approve it: {whyNot}</p>
      )}
      <Written written={written} done={() => <p>Your decision was recorded.</p>} />
    </section>
  )
}

function Asked({ approval }: { readonly approval: Approval }) {
  const accountName = useAccountName()
  const { organization_id: firm } = approval
  const isOwn = firm === useOwnId()
  return (
    <Facts
      title="Who asks, and until when"
      facts={[
        ['Account', accountName(approval.account_id)],
        ...(isOwn ? [] : [['Organization', <code>{firm}</code>] as const]),
        ['Credential', <code>{approval.credential_id}</code>],
        ['Asked', <Instant at={approval.create_time} />],
        ['To be decided until', <Instant at={approval.expire_time} />],
        ['Amount', <Figure value={approval.amount_usd} unit="USD" missing="none, or unknown" />],
        ['Approvals', <ApprovalCount approval={approval} />],
        ['Ended', approval.end_time === null ? 'not yet' : <Instant at={approval.end_time} />],
      ]}
    />
  )
}

function Decisions({ approval }: { readonly approval: Approval }) {
  const accountName = useAccountName()
  const { decisions, failure, answer } = approval
  return (
    <section className="panel">
      <h2>Decisions</h2>
      {decisions.length === 0 && <Empty>Nobody has decided yet.</Empty>}
      <ol>
        {decisions.map(({ decision, account_id, time }) => (
          <li key={account_id}>
            {accountName(account_id)}: <strong>{decision}</strong>, <Instant at={time} />
          </li>
        ))}
      </ol>
      {failure !== null && (
        <p className={page['note']} data-tone="bad">
          It could not be carried out: {failure.message} <code>{failure.reason}</code>
        </p>
      )}
      {answer !== null && (
        <details>
          <summary>The answer of the request</summary>
          <pre className={page['raw']}>{JSON.stringify(answer, undefined, 2)}</pre>
        </details>
      )}
    </section>
  )
}
