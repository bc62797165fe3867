import type { RegisteredPriceSource } from '@vadium/client'
import { createPriceSource } from '@vadium/schema'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { priceSourcesQuery } from '../../service/operator-queries.ts'
import { useAccountName } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { useWrite } from '../../service/write.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** Who may push prices, and under which names. */
export function PriceSources() {
  const client = useClient()
  const { written, isBusy, write } = useWrite<RegisteredPriceSource>()
  return (
    <section className={page['form']}>
      <h2>Price sources</h2>
      <Read
        of={useRead(priceSourcesQuery)}
        what="the price sources"
        none="No source is registered."
      >
        {(sources) => (
          <SourceRows
            sources={sources}
            isBusy={isBusy}
            revoke={(id) => {
              void write((options) => client.priceSources.revoke(id, options))
            }}
          />
        )}
      </Read>
      <Written written={written} done={({ source }) => <p>{source} is revoked.</p>} />
      <NewSource />
    </section>
  )
}

function SourceRows({
  sources,
  isBusy,
  revoke,
}: {
  readonly sources: readonly RegisteredPriceSource[]
  readonly isBusy: boolean
  readonly revoke: (id: string) => void
}) {
  const accountName = useAccountName()
  const columns: readonly Column<RegisteredPriceSource>[] = [
    { id: 'source', name: 'Source', value: ({ source }) => source },
    {
      id: 'by',
      name: 'Pushed by',
      groups: true,
      value: ({ account_id: account }) => (account === null ? 'the service' : accountName(account)),
    },
    {
      id: 'registered',
      name: 'Registered, UTC',
      kind: 'time',
      value: ({ create_time: time }) => time,
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ revoke_time: time }) => (time === null ? 'registered' : 'revoked'),
      cell: ({ revoke_time: time }) =>
        time === null ? (
          <Badge tone="covered">registered</Badge>
        ) : (
          <Badge tone="liquidation">revoked</Badge>
        ),
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: ({ id, source, account_id: account, revoke_time: time }) =>
        time === null &&
        account !== null && (
          <ConfirmedButton
            name="Revoke"
            question={`Refuse the quotes of ${source} for good?`}
            isDisabled={isBusy}
            act={() => {
              revoke(id)
            }}
          />
        ),
    },
  ]
  return (
    <OwnTable
      name="Price sources"
      what="sources"
      columns={columns}
      rows={sources}
      idOf={({ id }) => id}
    />
  )
}

function NewSource() {
  const { priceSources } = useClient()
  const form = useForm({
    schema: createPriceSource.body,
    send: (body, options) => priceSources.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New price source"
      action="Register it for your account"
      done={({ source }) => <p>{source} is registered.</p>}
    >
      <div className={page['fields']}>
        <FormInput of={form} name="source" label="Name of the source" />
      </div>
    </Form>
  )
}
