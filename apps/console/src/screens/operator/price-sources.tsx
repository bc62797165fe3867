import type { RegisteredPriceSource } from '@vadium/client'
import { createPriceSource } from '@vadium/schema'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Instant } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { priceSourcesQuery } from '../../service/operator-queries.ts'
import { useAccountName } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { useWrite } from '../../service/write.ts'

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
  return (
    <TableScroll name="Price sources">
      <table>
        <thead>
          <tr>
            <th>Source</th>
            <th>Pushed by</th>
            <th>Registered</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ id, source, account_id, create_time, revoke_time }) => (
            <tr key={id}>
              <td>{source}</td>
              <td className="cut">
                {account_id === null ? 'the service' : accountName(account_id)}
              </td>
              <td>
                <Instant at={create_time} />
              </td>
              <td>
                {revoke_time === null ? (
                  <Badge tone="covered">registered</Badge>
                ) : (
                  <Badge tone="liquidation">revoked</Badge>
                )}
              </td>
              <td>
                {revoke_time === null && account_id !== null && (
                  <ConfirmedButton
                    name="Revoke"
                    question={`Refuse the quotes of ${source} for good?`}
                    isDisabled={isBusy}
                    act={() => {
                      revoke(id)
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
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
