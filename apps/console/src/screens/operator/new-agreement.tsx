import type { Organization } from '@vadium/client'
import { createAgreement } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import type { Draft } from '../../service/body.ts'
import type { Option } from '../../service/choices.ts'
import { organizationsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { TermFields, useSeenCalendars, useTermOffers } from '../counterparties/terms-form.tsx'

const sides = [
  { value: 'lends', name: 'lends' },
  { value: 'borrows', name: 'borrows' },
]

/** Who lends and who borrows, by the side of one of them. */
const withSides = (draft: Draft, id: string): Draft => {
  const other = draft['other'] ?? ''
  const [lender_id, borrower_id] =
    draft['side'] === 'lends' ? [id, other] : draft['side'] === 'borrows' ? [other, id] : ['', '']
  return { ...draft, lender_id, borrower_id }
}

const othersThan = (id: string, organizations: readonly Organization[]): Option[] =>
  organizations.filter((one) => one.id !== id).map((one) => ({ value: one.id, name: one.name }))

/** Proposes the first version of an agreement. It takes effect when both sides accept it. */
export function NewAgreement({ organization: { id } }: { readonly organization: Organization }) {
  const { agreements } = useClient()
  const organizations = useRead(organizationsQuery)
  const termOffers = useTermOffers()
  const withCalendars = useSeenCalendars()
  const form = useForm({
    schema: createAgreement.body,
    complete: (draft) => withSides(withCalendars(draft), id),
    offers: () => ({ ...termOffers, side: sides, other: othersThan(id, organizations.data ?? []) }),
    send: (body, options) => agreements.create(body, options),
  })
  const isLender = form.draft['side'] === 'lends'
  return (
    <details className="panel">
      <summary>Propose an agreement</summary>
      <Form
        of={form}
        name="Terms"
        action="Propose the agreement"
        isBlocked={organizations.data === undefined}
        done={() => <p>It awaits the acceptance of both sides.</p>}
      >
        <Read of={organizations} what="the organizations">
          {() => (
            <>
              <div className={page['fields']}>
                <FormInput
                  of={form}
                  name="other"
                  member={isLender ? 'borrower_id' : 'lender_id'}
                  label="With"
                />
                <FormInput
                  of={form}
                  name="side"
                  member={isLender ? 'lender_id' : 'borrower_id'}
                  label="In it, the organization"
                />
              </div>
              <TermFields of={form} />
            </>
          )}
        </Read>
      </Form>
    </details>
  )
}
