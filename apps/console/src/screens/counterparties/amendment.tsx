import type { Agreement, AgreementVersion } from '@vadium/client'
import { amendAgreement } from '@vadium/schema'
import { Form } from '../../figures/form.tsx'
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
      {/* A newer version begins the form again: its terms are the ones to change. */}
      <NewVersion key={newest.version} agreement={agreement} newest={newest} />
    </details>
  )
}

function NewVersion({ agreement, newest }: Amended) {
  const { agreements } = useClient()
  const form = useForm({
    schema: amendAgreement.body,
    begin: typedTerms(newest.terms),
    send: (body, options) => agreements.amend(agreement.id, body, options),
  })
  return (
    <Form
      of={form}
      name="Terms"
      action={`Propose version ${newest.version + 1}`}
      done={() => <p>It awaits the acceptance of both sides.</p>}
    >
      <TermFields of={form} />
    </Form>
  )
}
