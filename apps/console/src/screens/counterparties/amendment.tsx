import type { Agreement, AgreementVersion } from '@vadium/client'
import { amendAgreement } from '@vadium/schema'
import { useState } from 'react'
import { Form } from '../../figures/form.tsx'
import { NewerVersion } from '../../figures/newer-version.tsx'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { TermFields, typedTerms } from './terms-form.tsx'

interface Amended {
  readonly agreement: Agreement
  readonly newest: AgreementVersion
}

/** Proposes another version, beginning with the terms of the newest one. */
export function Amendment({ agreement, newest }: Amended) {
  return (
    <details className="panel">
      <summary>Propose another version</summary>
      <NewVersion agreement={agreement} newest={newest} />
    </details>
  )
}

function NewVersion({ agreement, newest }: Amended) {
  const { agreements } = useClient()
  // A version of another operator does not take away what is typed: a person begins from it.
  const [basis, setBasis] = useState(newest.version)
  const form = useForm({
    schema: amendAgreement.body,
    begin: typedTerms(newest.terms),
    send: (body, options) => agreements.amend(agreement.id, body, options),
    afterwards: 'fix',
    alsoBegin: () => {
      setBasis(newest.version)
    },
  })
  const isOutdated = basis !== newest.version
  return (
    <Form
      of={form}
      name="Terms"
      action={`Propose version ${basis + 1}`}
      isBlocked={isOutdated}
      done={() => <p>It awaits the acceptance of both sides.</p>}
      after={
        isOutdated && (
          <NewerVersion version={newest.version} write={form.write} begin={form.again} />
        )
      }
    >
      <TermFields of={form} />
    </Form>
  )
}
