import type { Automation, Notification } from '@vadium/client'
import { setAutomation } from '@vadium/schema'
import { Figure } from '../../figures/figure.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import {
  automationsInEffectQuery,
  replacedAutomationsQuery,
} from '../../service/automation-queries.ts'
import { type Draft, textAt } from '../../service/body.ts'
import { useChoices } from '../../service/choices.ts'
import { notificationPagesQuery } from '../../service/notification-queries.ts'
import { useAccountName, useMay } from '../../service/people.ts'
import { usePages, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import type { Column } from '../../table/column.ts'
import { PartTable } from '../../table/part-table.tsx'

/** What the service calls by itself: what applies, what was set before, and what it left alone. */
export function Automations() {
  const maySet = useMay(setAutomation)
  return (
    <section className={page['form']} aria-label="Automatic calls">
      <h2>Automatic calls</h2>
      <Read
        of={useRead(automationsInEffectQuery)}
        what="the automations"
        none="Nothing is called automatically."
      >
        {(automations) => <AutomationRows name="Calls in effect" automations={automations} />}
      </Read>
      {maySet && <SetAutomation />}
      <Held />
      <Replaced />
    </section>
  )
}

const callWords: Readonly<Record<string, string>> = {
  off: 'never',
  market_cut: 'at each market cut',
  margin_call: 'at each market cut, and at the margin call level',
}
const wordsOf = (calls: string) => callWords[calls] ?? calls

/** Replaces what applies to one counterparty. */
function SetAutomation() {
  const { automations } = useClient()
  const { counterparties } = useChoices()
  const inEffect = useRead(automationsInEffectQuery).data
  const replacedIn = (draft: Draft) =>
    inEffect?.find(({ counterparty_id }) => counterparty_id === textAt(draft, 'counterparty_id'))
  const form = useForm({
    schema: setAutomation.body,
    offers: () => ({ counterparty_id: counterparties }),
    // Another version than the one on screen is replaced by nobody.
    complete: (draft) =>
      inEffect === undefined
        ? draft
        : { ...draft, new_version: String((replacedIn(draft)?.version ?? 0) + 1) },
    send: (body, options) => automations.set(body, options),
  })
  const chosen = replacedIn(form.draft)
  return (
    <details className="panel">
      <summary>Change what is called automatically</summary>
      <Form
        of={form}
        name="Automatic calls of a counterparty"
        action="Set"
        done={({ counterparty_name, version }) => (
          <p>
            Version {version} for {counterparty_name} was set.
          </p>
        )}
      >
        <p className={page['fine']}>
          The service then asks the counterparty for what your organization would receive, with the
          figures of that moment. It accepts, rejects and disputes nothing. Nothing is called above
          the maximum, where your policy asks for approval, without current prices, or while an
          organization is suspended: that is left to a person, who is notified.
        </p>
        <div className={page['fields']}>
          <FormInput of={form} name="counterparty_id" label="Counterparty" />
          <FormInput of={form} name="calls" label="Called" wordsOf={wordsOf} />
          <FormInput of={form} name="calls_maximum_usd" label="Maximum of one call, USD" />
        </div>
        {chosen !== undefined && (
          <p className={page['fine']}>
            It replaces version {chosen.version}: {wordsOf(chosen.calls)},{' '}
            {chosen.calls_maximum_usd === null ? (
              'of any amount'
            ) : (
              <>
                at most <Figure value={chosen.calls_maximum_usd} unit="USD" />
              </>
            )}
            .
          </p>
        )}
      </Form>
    </details>
  )
}

/** The newest calls that were due and are left to a person, and why. */
function Held() {
  const pages = usePages(notificationPagesQuery, {
    category: 'automation_held',
    include_muted: true,
    page_size: 25,
  })
  return (
    <details className="panel">
      <summary>Left to a person</summary>
      <Read of={pages} what="what was held" none="No automatic call was held.">
        {(held) => (
          <PartTable
            name="Left to a person"
            what="held calls"
            columns={heldColumns}
            rows={held}
            idOf={({ id }) => id}
            served={['-time']}
          />
        )}
      </Read>
      <MorePages of={pages}>Older ones</MorePages>
    </details>
  )
}

const heldColumns: readonly Column<Notification>[] = [
  { id: 'time', name: 'Time, UTC', kind: 'time', value: ({ create_time }) => create_time },
  { id: 'why', name: 'What and why', value: ({ body }) => body },
  {
    id: 'about',
    name: 'About',
    value: ({ title }) => title,
    cell: ({ link }) => <ResourceLink resource={link.resource} id={link.id} />,
  },
]

function Replaced() {
  const pages = usePages(replacedAutomationsQuery)
  return (
    <details className="panel">
      <summary>Versions that were replaced</summary>
      <Read of={pages} what="the replaced versions" none="No version was replaced yet.">
        {(automations) => <AutomationRows name="Replaced versions" automations={automations} />}
      </Read>
      <MorePages of={pages}>Older versions</MorePages>
    </details>
  )
}

function AutomationRows({
  name,
  automations,
}: {
  readonly name: string
  readonly automations: readonly Automation[]
}) {
  const accountName = useAccountName()
  return (
    <PartTable
      name={name}
      what="versions"
      columns={columnsOf(accountName)}
      rows={automations}
      idOf={({ counterparty_id, version }) => `${counterparty_id} ${version}`}
    />
  )
}

const columnsOf = (accountName: (id: string) => string): readonly Column<Automation>[] => [
  {
    id: 'counterparty',
    name: 'Counterparty',
    groups: true,
    value: ({ counterparty_name }) => counterparty_name,
  },
  { id: 'calls', name: 'Called', value: ({ calls }) => wordsOf(calls) },
  {
    id: 'maximum',
    name: 'Maximum of one call, USD',
    kind: 'decimal',
    value: ({ calls_maximum_usd }) => calls_maximum_usd,
    cell: ({ calls_maximum_usd }) => <Figure value={calls_maximum_usd} missing="none" column />,
  },
  { id: 'version', name: 'Version', kind: 'decimal', value: ({ version }) => String(version) },
  { id: 'set', name: 'Set, UTC', kind: 'time', value: ({ create_time }) => create_time },
  { id: 'by', name: 'By', value: ({ account_id }) => accountName(account_id) },
]
