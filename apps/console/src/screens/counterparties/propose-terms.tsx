import type { Agreement, AgreementVersion } from '@vadium/client'
import { proposeTerms } from '@vadium/schema'
import { useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Form } from '../../figures/form.tsx'
import { NewerVersion } from '../../figures/newer-version.tsx'
import page from '../../figures/page.module.css'
import { isBodyOf } from '../../service/body.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { TermFields, typedTerms } from './terms-form.tsx'
import { ofVersion, TermsTable } from './terms-table.tsx'

interface Proposed {
  readonly agreement: Agreement
  readonly counterparty: string
  /** Whose terms the fields begin with, and are compared with. */
  readonly basis: AgreementVersion
  /** The proposal of the operator that is in the way of others. */
  readonly awaited: number | undefined
}

/** Proposes other terms to the counterparty, beginning with those that apply. */
export function ProposeTerms(proposed: Proposed) {
  return (
    <details className="panel">
      <summary>Propose terms</summary>
      <NewTerms {...proposed} />
    </details>
  )
}

function NewTerms({ agreement, counterparty, basis, awaited }: Proposed) {
  const { agreements } = useClient()
  const newest = agreement.versions.length
  // The number says which versions were seen: with another one in between, nothing is sent.
  const [seen, setSeen] = useState(newest)
  const [isReviewed, setIsReviewed] = useState(false)
  const version = seen + 1
  const form = useForm({
    schema: proposeTerms.body,
    begin: typedTerms(basis.terms),
    complete: (draft) => ({ ...draft, version: String(version) }),
    send: (body, options) => agreements.propose(agreement.id, body, options),
    afterwards: 'fix',
    alsoBegin: () => {
      setSeen(newest)
    },
  })
  const { body, write } = form
  const isOutdated = seen !== newest
  const isBlocked = isOutdated || awaited !== undefined
  return (
    <>
      <Form
        of={form}
        name="Terms"
        action="Review …"
        isBlocked={isBlocked}
        submit={() => {
          if (form.attempt()) setIsReviewed(true)
        }}
        after={
          <>
            {awaited !== undefined && (
              <p>
                Version {awaited} of the operator awaits acceptance. Until it has ended, nobody else
                can propose terms.
              </p>
            )}
            {isOutdated && (
              <NewerVersion
                version={newest}
                from={basis.version}
                write={write}
                begin={form.again}
              />
            )}
          </>
        }
      >
        <TermFields of={form} />
      </Form>
      {isReviewed && isBodyOf(proposeTerms.body, body) && (
        <ConfirmDialog
          title={`Propose version ${version} to ${counterparty}?`}
          action={`Propose version ${version}`}
          send={form.submit}
          canSend={!isBlocked}
          write={write}
          done={() => <p>It awaits the acceptance of {counterparty}.</p>}
          close={() => {
            setIsReviewed(false)
          }}
        >
          <div className={page['form']}>
            <TermsTable
              from={ofVersion(basis)}
              to={{ name: 'Proposed', terms: body.terms }}
              areAllShown={false}
            />
            <p className={page['fine']}>
              Your organization accepts these terms with that. They take effect when an admin of{' '}
              {counterparty} has accepted them. Deals that exist keep their terms.
            </p>
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
