import type { Agreement, Organization } from '@vadium/client'
import type { MarginTerms } from '@vadium/schema'
import { useState } from 'react'
import { Choice } from '../../figures/choice.tsx'
import page from '../../figures/page.module.css'
import { Written } from '../../figures/written.tsx'
import { organizationsQuery } from '../../service/operator-queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'
import { TermsForm } from '../counterparties/terms-form.tsx'

/** Proposes the first version of an agreement. It takes effect when both sides accept it. */
export function NewAgreement({ organization }: { readonly organization: Organization }) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<Agreement>()
  const [otherId, setOtherId] = useState<string>()
  const [side, setSide] = useState<string>()
  const isFixed = isBusy || written.state === 'awaits approval'
  const organizations = useRead(organizationsQuery).data ?? []
  const others = organizations.filter(({ id }) => id !== organization.id)
  const send = (terms: MarginTerms) => {
    if (otherId === undefined || side === undefined) return
    const [lender_id, borrower_id] =
      side === 'lends' ? [organization.id, otherId] : [otherId, organization.id]
    void write((options) => client.agreements.create({ lender_id, borrower_id, terms }, options))
  }
  return (
    <details className="panel">
      <summary>Propose an agreement</summary>
      <div className={page['form']}>
        <fieldset className={page['plain']} disabled={isFixed}>
          <div className={page['fields']}>
            <Choice
              label="With"
              any="choose an organization"
              value={otherId}
              options={others.map(({ id, name }) => ({ value: id, name }))}
              choose={(id) => {
                setOtherId(id)
                reset()
              }}
            />
            <Choice
              label="In it, the organization"
              any="choose its side"
              value={side}
              options={[
                { value: 'lends', name: 'lends' },
                { value: 'borrows', name: 'borrows' },
              ]}
              choose={(chosen) => {
                setSide(chosen)
                reset()
              }}
            />
          </div>
        </fieldset>
        <TermsForm
          name="Propose the agreement"
          isFixed={isFixed}
          isDisabled={wasTaken({ written }) || otherId === undefined || side === undefined}
          send={send}
        />
        <Written
          written={written}
          again={reset}
          done={() => <p>It awaits the acceptance of both sides.</p>}
        />
      </div>
    </details>
  )
}
