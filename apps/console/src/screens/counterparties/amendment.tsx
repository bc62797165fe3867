import type { Agreement, AgreementVersion } from '@vadium/client'
import page from '../../figures/page.module.css'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { TermsForm } from './terms-form.tsx'

/** Proposes another version, beginning with the terms of the newest one. */
export function Amendment({
  agreement,
  newest,
}: {
  readonly agreement: Agreement
  readonly newest: AgreementVersion
}) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<Agreement>()
  return (
    <details className="panel">
      <summary>Propose another version</summary>
      <div className={page['form']}>
        <TermsForm
          key={newest.version}
          name={`Propose version ${newest.version + 1}`}
          begin={newest.terms}
          isFixed={isBusy || written.state === 'awaits approval'}
          send={(terms) => {
            void write((options) => client.agreements.amend(agreement.id, { terms }, options))
          }}
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
