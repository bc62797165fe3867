import type { DocumentPreferences } from '@vadium/client'
import { type DocumentKind, documentKinds, setDocumentPreferences } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Form } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Instant } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { listAt } from '../../service/body.ts'
import { documentPreferencesQuery } from '../../service/document-queries.ts'
import { useCaller, useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import styles from '../notifications/notifications.module.css'
import { kindWords } from './document-words.tsx'

/** When each kind is made. */
const occasions: Readonly<Record<DocumentKind, string>> = {
  confirmation:
    'When an order is accepted, again when a rerate, amend or extend is, and when its collateral is replaced.',
  margin_call_notice: 'When collateral is called or released, also automatically.',
  margin_statement: 'At every market cut: all open deals with a counterparty, and their sums.',
  close_out_statement: 'When a close-out is booked, in full or in part.',
}

/** Which documents of its deals the organization wants. */
export function DocumentPreferencesScreen() {
  const preferences = useRead(documentPreferencesQuery)
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>What documents are made</Title>
        <Link to="/documents">All documents</Link>
      </div>
      <p>
        A document is made from now on if one of the two sides wants its kind, and both can read it.
        Nothing is made of the past. What is not ticked is made only where the counterparty wants
        it.
      </p>
      <Read of={preferences} what="the preferences">
        {(wanted) => <Choices wanted={wanted} />}
      </Read>
    </section>
  )
}

function Choices({ wanted }: { readonly wanted: DocumentPreferences }) {
  const client = useClient()
  const maySet = useMay(setDocumentPreferences)
  const isKnown = useCaller() !== undefined
  const form = useForm({
    schema: setDocumentPreferences.body,
    begin: { kinds: wanted.kinds },
    send: (body, options) => client.documentPreferences.set(body, options),
    afterwards: 'keep',
  })
  const chosen = listAt(form.draft, 'kinds')
  const fields = (
    <fieldset className={styles['choices']} disabled={!maySet}>
      <legend>Kinds</legend>
      {documentKinds.map((kind) => (
        <Kind
          key={kind}
          kind={kind}
          isOn={chosen.includes(kind)}
          change={(isOn) => {
            const others = chosen.filter((one) => one !== kind)
            form.change({ kinds: isOn ? [...others, kind] : others })
          }}
        />
      ))}
    </fieldset>
  )
  return (
    <>
      {maySet ? (
        <Form
          of={form}
          name="Kinds of documents"
          action="Save"
          className={styles['form']}
          done={({ kinds }) => (
            <p>{kinds.length === 0 ? 'Saved: none is made for us.' : 'Saved.'}</p>
          )}
        >
          {fields}
        </Form>
      ) : (
        <>
          {fields}
          {isKnown && <p className={page['fine']}>An admin of the organization can change this.</p>}
        </>
      )}
      <p className={page['fine']}>
        {wanted.update_time === null ? (
          'Nothing was chosen yet, so none is made for us.'
        ) : (
          <>
            Last set: <Instant at={wanted.update_time} />
          </>
        )}
      </p>
    </>
  )
}

function Kind({
  kind,
  isOn,
  change,
}: {
  readonly kind: DocumentKind
  readonly isOn: boolean
  readonly change: (isOn: boolean) => void
}) {
  return (
    <label>
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => {
          change(target.checked)
        }}
      />
      <span>
        {kindWords(kind)}
        <br />
        <span className={styles['fine']}>{occasions[kind]}</span>
      </span>
    </label>
  )
}
