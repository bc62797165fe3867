import type { Organization } from '@vadium/client'
import { Link, useParams } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { CopyText } from '../../figures/copy-text.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { credentialPagesQuery } from '../../service/credential-queries.ts'
import {
  agreementsOfQuery,
  organizationQuery,
  walletsQuery,
} from '../../service/operator-queries.ts'
import { accountsQuery } from '../../service/people.ts'
import { usePages, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { AgreementRows } from '../counterparties/agreement-rows.tsx'
import { CredentialList } from '../credentials/credentials.tsx'
import { NewCredential } from '../credentials/new-credential.tsx'
import { Accounts } from './accounts.tsx'
import { NewAgreement } from './new-agreement.tsx'
import { OrganizationStatus } from './organizations.tsx'
import { Wallets } from './wallets.tsx'

/** What an organization needs before it can deal, step by step. */
export function Onboarding() {
  const { organizationId } = useParams({ from: '/operator/organizations/$organizationId' })
  return (
    <Read of={useRead(organizationQuery, organizationId)} what="the organization">
      {(organization) => <Steps key={organizationId} organization={organization} />}
    </Read>
  )
}

function Steps({ organization }: { readonly organization: Organization }) {
  const { id } = organization
  const accounts = useRead(accountsQuery, id).data
  const credentials = usePages(credentialPagesQuery, id).data
  const wallets = useRead(walletsQuery, id).data
  const agreements = useRead(agreementsOfQuery, id).data
  const hasKey = credentials?.some(({ revoke_time }) => revoke_time === null)
  return (
    <div className={page['screen']}>
      <div className={page['head']}>
        <Title>{organization.name}</Title>
        <OrganizationStatus organization={organization} />
        <Link to="/operator">All organizations</Link>
      </div>
      <Step title="1. Organization" isDone>
        <p>
          Its id is <CopyText name="the id of the organization" text={id} />
        </p>
        <Suspension organization={organization} />
      </Step>
      <Step title="2. Accounts of its people and programs" isDone={some(accounts)}>
        <Accounts organizationId={id} />
      </Step>
      <Step title="3. Credentials, with keys that its people have made" isDone={hasKey}>
        <CredentialList organizationId={id} />
        <NewCredential organizationId={id} />
      </Step>
      <Step title="4. Custodians and wallets" isDone={some(wallets)}>
        <Wallets organizationId={id} />
      </Step>
      <Step title="5. Agreements" isDone={some(agreements)}>
        {agreements !== undefined && agreements.length > 0 && (
          <AgreementRows agreements={agreements} ownId="" />
        )}
        <NewAgreement organization={organization} />
      </Step>
    </div>
  )
}

const some = (items: readonly unknown[] | undefined) => items && items.length > 0

function Step({
  title,
  isDone,
  children,
}: {
  readonly title: string
  /** Undefined until it is known. */
  readonly isDone: boolean | undefined
  readonly children: ReactNode
}) {
  return (
    <section className={page['form']} aria-label={title}>
      <div className={page['head']}>
        <h2>{title}</h2>
        {isDone === true && <Badge tone="covered">✓ done</Badge>}
        {isDone === false && <Badge tone="call">○ to do</Badge>}
      </div>
      {children}
    </section>
  )
}

/** Refuses all requests of an organization, or accepts them again. */
function Suspension({ organization: { id, status } }: { readonly organization: Organization }) {
  const { organizations } = useClient()
  const { written, isBusy, write, reset } = useWrite<Organization>()
  const isActive = status === 'active'
  return (
    <div className={page['form']}>
      <div className={page['buttons']}>
        <ConfirmedButton
          name={isActive ? 'Suspend' : 'Activate'}
          question={
            isActive
              ? 'Refuse all requests of the organization from now on?'
              : 'Accept requests of the organization again?'
          }
          isDisabled={isBusy || written.state === 'awaits approval'}
          act={() => {
            void write((options) =>
              isActive ? organizations.suspend(id, options) : organizations.activate(id, options),
            )
          }}
        />
      </div>
      <Written
        written={written}
        again={reset}
        done={(changed) => (
          <p>
            {changed.name} is {changed.status}.
          </p>
        )}
      />
    </div>
  )
}
