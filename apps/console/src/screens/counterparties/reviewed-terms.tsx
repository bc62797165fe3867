import type { Agreement, AgreedMarginTerms, AgreementVersion } from '@vadium/client'
import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { Form } from '../../figures/form.tsx'
import { NewerVersion } from '../../figures/newer-version.tsx'
import page from '../../figures/page.module.css'
import type { FormOf } from '../../service/use-form.ts'
import { TermsChanges } from '../terms/terms-changes.tsx'
import { TermFields } from './terms-form.tsx'

/** The versions with which the fields of another version began. */
export interface SeenVersions {
  /** The number that the other version gets. */
  readonly next: number
  /** The version that was made or agreed since. */
  readonly newer: { readonly version: number; readonly event: 'made' | 'agreed' } | undefined
  readonly begin: () => void
}

/** Keeps which versions were seen. With others since then, nothing may be sent. */
export function useSeenVersions(
  { versions: { length: newest } }: Agreement,
  { version: basis }: AgreementVersion,
): SeenVersions {
  const [seen, setSeen] = useState({ newest, basis })
  const agreed = seen.basis === basis ? undefined : ({ version: basis, event: 'agreed' } as const)
  return {
    next: seen.newest + 1,
    newer: seen.newest === newest ? agreed : { version: newest, event: 'made' },
    begin: () => {
      setSeen({ newest, basis })
    },
  }
}

/** The fields of another version, and what it changes, which is shown before it is sent. */
export function ReviewedTerms({
  form,
  agreement,
  basis,
  seen: { next, newer },
  terms,
  to,
  children,
  obstacle,
}: {
  readonly form: FormOf<Agreement>
  readonly agreement: Agreement
  /** The version with which the fields begin. */
  readonly basis: AgreementVersion
  readonly seen: SeenVersions
  /** What is typed. Undefined while it has a fault. */
  readonly terms: AgreedMarginTerms | undefined
  /** Who must accept the version. */
  readonly to: string
  /** What is said of the version before it is sent. */
  readonly children: ReactNode
  /** What else is in the way of it. */
  readonly obstacle?: ReactNode
}) {
  const [isReviewed, setIsReviewed] = useState(false)
  const isBlocked = newer !== undefined || obstacle !== undefined
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
            {obstacle}
            {newer !== undefined && (
              <NewerVersion {...newer} from={basis.version} write={form.write} begin={form.again} />
            )}
          </>
        }
      >
        <TermFields of={form} />
      </Form>
      {isReviewed && terms !== undefined && (
        <ConfirmDialog
          title={`Propose version ${next} to ${to}?`}
          action={`Propose version ${next}`}
          send={form.submit}
          canSend={!isBlocked}
          write={form.write}
          done={() => <p>It awaits the acceptance of {to}.</p>}
          close={() => {
            setIsReviewed(false)
          }}
        >
          <div className={page['form']}>
            <TermsChanges agreement={agreement} proposed={{ version: next, terms }} />
            <p className={page['fine']}>{children}</p>
          </div>
        </ConfirmDialog>
      )}
    </>
  )
}
