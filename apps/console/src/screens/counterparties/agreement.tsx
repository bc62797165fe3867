import type { Agreement, AgreementVersion } from '@vadium/client'
import {
  acceptAgreement,
  amendAgreement,
  proposeTerms,
  replacedVersion,
  withdrawTerms,
} from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Title } from '../../figures/title.tsx'
import { useHasCome, useNow } from '../../service/now.ts'
import { Choice } from '../../figures/choice.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant, TimeLeft } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { agreementQuery } from '../../service/counterparty-queries.ts'
import { useMay, useOwnId } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'
import { beginningVersion } from './agreement-rows.tsx'
import { versionInEffect } from '../terms/version-in-effect.ts'
import { TermsChanges } from '../terms/terms-changes.tsx'
import { ofVersion, TermsTable } from '../terms/terms-table.tsx'
import { Versions } from './versions.tsx'

const Amendment = later(async () => (await import('./amendment.tsx')).Amendment, 'the form')
const ProposeTerms = later(
  async () => (await import('./propose-terms.tsx')).ProposeTerms,
  'the form',
)
const OlderOrders = later(async () => (await import('./older-orders.tsx')).OlderOrders)

/** The terms between two organizations: what applies, what is proposed, what changed. */
export function AgreementScreen() {
  const { agreementId } = useParams({ from: '/agreements/$agreementId' })
  return (
    <Read of={useRead(agreementQuery, agreementId)} what="the agreement">
      {(agreement) => <AgreementView key={agreement.id} agreement={agreement} />}
    </Read>
  )
}

function AgreementView({ agreement }: { readonly agreement: Agreement }) {
  const mayAmend = useMay(amendAgreement)
  const counterparty = useCounterparty(agreement)
  const mayPropose = useMay(proposeTerms) && counterparty !== undefined
  const proposed = agreement.versions.find(({ state }) => state === 'PROPOSED')
  const isOver = useHasCome(proposed?.expire_time)
  const basis = beginningVersion(agreement)
  const inEffect = versionInEffect(agreement, useNow())
  const ofOperator = proposed?.proposer_id === null && !isOver ? proposed.version : undefined
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>
          {agreement.lender_name} lends to {agreement.borrower_name}
        </Title>
        {!mayAmend && <Link to="/counterparties">All counterparties</Link>}
      </div>
      {proposed !== undefined && (
        <Proposal
          key={proposed.version}
          agreement={agreement}
          proposed={proposed}
          isOver={isOver}
        />
      )}
      <Comparison agreement={agreement} />
      {mayAmend && basis !== undefined && (
        <details className="panel">
          <summary>Propose another version</summary>
          <Amendment agreement={agreement} basis={basis} />
        </details>
      )}
      {mayPropose && basis !== undefined && (
        <details className="panel">
          <summary>Propose terms</summary>
          <ProposeTerms
            agreement={agreement}
            counterparty={counterparty}
            basis={basis}
            awaited={ofOperator}
          />
        </details>
      )}
      {inEffect !== undefined && <OlderOrders agreement={agreement} newest={inEffect} />}
      <Versions agreement={agreement} />
    </div>
  )
}

/** The name of the other side. Undefined for who is no side. */
function useCounterparty(agreement: Agreement): string | undefined {
  const ownId = useOwnId()
  if (ownId === agreement.lender_id) return agreement.borrower_name
  return ownId === agreement.borrower_id ? agreement.lender_name : undefined
}

/** A version that awaits acceptance, what it changes, and what the caller's side can do. */
function Proposal({
  agreement,
  proposed,
  isOver,
}: {
  readonly agreement: Agreement
  readonly proposed: AgreementVersion
  /** Whether its time is over, although the service has not ended it yet. */
  readonly isOver: boolean
}) {
  const ownId = useOwnId()
  const mayAccept = useMay(acceptAgreement)
  const ownAcceptance =
    ownId === agreement.lender_id ? proposed.lender_accept_time : proposed.borrower_accept_time
  const isParty = useCounterparty(agreement) !== undefined
  const { version } = proposed
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="Proposed version">
      <h2>
        Version {version} {isOver ? 'was' : 'is'} proposed{byProposer(agreement, proposed, ownId)}
      </h2>
      {isOver ? (
        <p>
          Nobody can accept it any more: its time was over at <Instant at={proposed.expire_time} />.
        </p>
      ) : (
        <p>
          It takes effect when both sides have accepted it, at the earliest on{' '}
          <Instant at={proposed.effective_time} />. To be accepted:{' '}
          <TimeLeft until={proposed.expire_time} />.
        </p>
      )}
      <ul>
        <li>
          {agreement.lender_name}: <Acceptance time={proposed.lender_accept_time} />
        </li>
        <li>
          {agreement.borrower_name}: <Acceptance time={proposed.borrower_accept_time} />
        </li>
      </ul>
      <TermsChanges agreement={agreement} proposed={proposed} />
      {isParty && !isOver && (
        <Answers agreement={agreement} proposed={proposed} isOpen={ownAcceptance === null} />
      )}
      {isParty && !isOver && !mayAccept && ownAcceptance === null && (
        <p className={page['fine']}>An admin of your organization accepts terms.</p>
      )}
    </section>
  )
}

/** Which side proposed a version. Nothing for the operator, who usually does. */
function byProposer(agreement: Agreement, { proposer_id }: AgreementVersion, ownId: string) {
  if (proposer_id === null) return ''
  if (proposer_id === ownId) return ' by you'
  const { lender_id, lender_name, borrower_name } = agreement
  return ` by ${proposer_id === lender_id ? lender_name : borrower_name}`
}

/** The acceptance of the caller's side, and the withdrawal of what it proposed itself. */
function Answers({
  agreement: { id },
  proposed: { version, proposer_id },
  isOpen,
}: {
  readonly agreement: Agreement
  readonly proposed: AgreementVersion
  /** Whether the caller's side has not accepted it. */
  readonly isOpen: boolean
}) {
  const { agreements } = useClient()
  const mayAccept = useMay(acceptAgreement)
  const mayWithdraw = useMay(withdrawTerms) && proposer_id === useOwnId()
  const { written, isBusy, write } = useWrite<Agreement>()
  return (
    <>
      {mayAccept && isOpen && !wasTaken({ written }) && (
        <div>
          <ConfirmedButton
            name={`Accept version ${version} for your side`}
            question={`Accept the terms of version ${version}?`}
            isDisabled={isBusy}
            act={() => {
              void write((options) => agreements.accept(id, { version }, options))
            }}
          />
        </div>
      )}
      {mayWithdraw && !wasTaken({ written }) && (
        <div>
          <ConfirmedButton
            name={`Withdraw version ${version}`}
            question={`Withdraw the terms of version ${version}? Nobody can accept them then.`}
            isDisabled={isBusy}
            act={() => {
              void write((options) => agreements.withdraw(id, { version }, options))
            }}
          />
        </div>
      )}
      <Written
        written={written}
        done={() => (
          <p>
            You have {mayWithdraw ? 'withdrawn' : 'accepted'} version {version}.
          </p>
        )}
      />
    </>
  )
}

function Acceptance({ time }: { readonly time: string | null }) {
  if (time === null) return <>not accepted yet</>
  return (
    <>
      accepted on <Instant at={time} />
    </>
  )
}

/** The terms of two versions beside each other: first the newest and what it replaces. */
function Comparison({ agreement }: { readonly agreement: Agreement }) {
  const inEffect = versionInEffect(agreement, useNow())
  const { versions } = agreement
  const newest = versions.at(-1)?.version ?? 1
  const [fromChoice, setFrom] = useState<string>()
  const [toChoice, setTo] = useState<string>()
  const previous =
    replacedVersion(agreement, { version: newest })?.version ?? Math.max(1, newest - 1)
  const from = versions.find(({ version }) => version === Number(fromChoice ?? previous))
  const to = versions.find(({ version }) => version === Number(toChoice ?? newest))
  if (from === undefined || to === undefined) return null
  const options = versions.map((one) => ({
    value: String(one.version),
    name: one === inEffect ? `${one.version}, in effect` : String(one.version),
  }))
  return (
    <section className={page['form']}>
      <h2>
        {from === to ? `Terms of version ${to.version}` : 'What changed between two versions'}
      </h2>
      {versions.length > 1 && (
        <div className="filters">
          <Choice
            label="From version"
            any={`the one before: ${previous}`}
            value={fromChoice}
            options={options}
            choose={setFrom}
          />
          <Choice
            label="To version"
            any={`the newest: ${newest}`}
            value={toChoice}
            options={options}
            choose={setTo}
          />
        </div>
      )}
      <TermsTable from={ofVersion(from)} to={ofVersion(to)} />
    </section>
  )
}
