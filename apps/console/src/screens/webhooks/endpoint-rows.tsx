import type { IssuedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '@vadium/client'
import { webhookDisabledReasons } from '@vadium/schema'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import page from '../../figures/page.module.css'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import { ChangeEndpoint } from './change-endpoint.tsx'
import { IssuedSecret } from './issued-secret.tsx'

/**
 * Why an endpoint is disabled, in words. A reason that the page does not know is shown as it is.
 */
function reasonWords(reason: string): string {
  const known: Readonly<Record<string, string>> = webhookDisabledReasons
  return known[reason] ?? reason
}

const whomWords = (format: string) => (format === 'text' ? 'a chat room' : 'a program')

const typesWords = (types: readonly string[]) =>
  types.length === 0 ? 'all' : `${types.length} types`

/** What can be done with an endpoint, and what came of it. */
interface Writes {
  readonly changed: ReturnType<typeof useWrite<WebhookEndpoint>>
  readonly tested: ReturnType<typeof useWrite<WebhookDelivery>>
  readonly rotated: ReturnType<typeof useWrite<IssuedWebhookEndpoint>>
  readonly change: (id: string) => void
}

const columnsOf = (writes: Writes): readonly Column<WebhookEndpoint>[] => [
  { id: 'address', name: 'Address', value: ({ target_url: url }) => url },
  { id: 'purpose', name: 'Purpose', value: ({ description }) => description },
  { id: 'format', name: 'For', groups: true, value: ({ format }) => whomWords(format) },
  {
    id: 'events',
    name: 'Events',
    value: ({ event_types: types }) => (types.length === 0 ? 'all' : types.join(', ')),
    cell: ({ event_types: types, content }) =>
      content === null ? typesWords(types) : `notifications, ${content}`,
  },
  {
    id: 'state',
    name: 'State',
    groups: true,
    value: ({ status }) => status,
    cell: (endpoint) => <EndpointState endpoint={endpoint} />,
  },
  {
    id: 'success',
    name: 'Last success',
    kind: 'time',
    value: ({ last_success_time: time }) => time,
    cell: ({ last_success_time: time }) => <AgeOrNever of={time} />,
  },
  {
    id: 'failure',
    name: 'Last failure',
    kind: 'time',
    value: ({ last_failure_time: time }) => time,
    cell: ({ last_failure_time: time }) => <AgeOrNever of={time} />,
  },
  {
    id: 'actions',
    name: 'Actions',
    isOnScreenOnly: true,
    head: <span className="visually-hidden">Actions</span>,
    cell: (endpoint) => <Actions endpoint={endpoint} {...writes} />,
  },
]

/** The endpoints, and what may be done with each. */
export function EndpointRows({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const changed = useWrite<WebhookEndpoint>()
  const tested = useWrite<WebhookDelivery>()
  const rotated = useWrite<IssuedWebhookEndpoint>()
  const [chosen, change] = useState<string>()
  const changing = endpoints.find(({ id }) => id === chosen)
  return (
    <>
      <OwnTable
        name="Endpoints"
        what="endpoints"
        columns={columnsOf({ changed, tested, rotated, change })}
        rows={endpoints}
        idOf={({ id }) => id}
      />
      {changing !== undefined && (
        <ChangeEndpoint
          key={changing.id}
          of={changing}
          close={() => {
            change(undefined)
          }}
        />
      )}
      <Written written={changed.written} done={() => <p>The endpoint was changed.</p>} />
      <Written written={tested.written} done={() => <p>A test is sent: see its delivery.</p>} />
      <Written
        written={rotated.written}
        done={(issued) => <IssuedSecret issued={issued} stored={rotated.reset} />}
      />
    </>
  )
}

function EndpointState({
  endpoint: { status, disabled_reason },
}: {
  readonly endpoint: WebhookEndpoint
}) {
  if (status === 'enabled') return <Badge tone="covered">enabled</Badge>
  return (
    <>
      <Badge tone="call">{status}</Badge> {disabled_reason !== null && reasonWords(disabled_reason)}
    </>
  )
}

function AgeOrNever({ of }: { readonly of: string | null }) {
  return of === null ? <>never</> : <Age of={of} />
}

function Actions({
  endpoint: { id, status },
  changed,
  tested,
  rotated,
  change,
}: Writes & { readonly endpoint: WebhookEndpoint }) {
  const { webhooks } = useClient()
  const isBusy = changed.isBusy || tested.isBusy || rotated.isBusy
  const isEnabled = status === 'enabled'
  return (
    <span className={page['buttons']}>
      <Button
        className="button"
        isDisabled={isBusy}
        onPress={() => {
          void changed.write((options) =>
            isEnabled ? webhooks.disable(id, options) : webhooks.enable(id, options),
          )
        }}
      >
        {isEnabled ? 'Disable' : 'Enable'}
      </Button>
      <Button
        className="button"
        onPress={() => {
          change(id)
        }}
      >
        Change
      </Button>
      <Button
        className="button"
        isDisabled={isBusy || !isEnabled}
        onPress={() => {
          void tested.write((options) => webhooks.test(id, options))
        }}
      >
        Test
      </Button>
      <ConfirmedButton
        name="Rotate the secret"
        question="Make another secret, and show it once?"
        isDisabled={isBusy}
        act={() => {
          void rotated.write((options) => webhooks.rotateSecret(id, options))
        }}
      />
      <ConfirmedButton
        name="Delete"
        question="Delete the endpoint for good?"
        isDisabled={isBusy}
        act={() => {
          void changed.write((options) => webhooks.delete(id, options))
        }}
      />
    </span>
  )
}
