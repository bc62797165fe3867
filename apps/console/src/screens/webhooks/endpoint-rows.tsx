import type { IssuedWebhookEndpoint, WebhookDelivery, WebhookEndpoint } from '@vadium/client'
import { webhookDisabledReasons } from '@vadium/schema'
import { Button } from '../../figures/button.tsx'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import page from '../../figures/page.module.css'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { IssuedSecret } from './issued-secret.tsx'

/**
 * Why an endpoint is disabled, in words. A reason that the page does not know is shown as it is.
 */
function reasonWords(reason: string): string {
  const known: Readonly<Record<string, string>> = webhookDisabledReasons
  return known[reason] ?? reason
}

/** The endpoints, and what may be done with each. */
export function EndpointRows({ endpoints }: { readonly endpoints: readonly WebhookEndpoint[] }) {
  const changed = useWrite<WebhookEndpoint>()
  const tested = useWrite<WebhookDelivery>()
  const rotated = useWrite<IssuedWebhookEndpoint>()
  return (
    <>
      <TableScroll name="Endpoints">
        <table>
          <thead>
            <tr>
              <th>Address</th>
              <th>Purpose</th>
              <th>Events</th>
              <th>State</th>
              <th>Last success</th>
              <th>Last failure</th>
              <th>
                <span className="visually-hidden">Actions</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {endpoints.map((endpoint) => (
              <tr key={endpoint.id}>
                <td className="cut" title={endpoint.target_url}>
                  {endpoint.target_url}
                </td>
                <td className="cut" title={endpoint.description ?? undefined}>
                  {endpoint.description ?? '–'}
                </td>
                <td title={endpoint.event_types.join('\n')}>
                  {endpoint.event_types.length === 0
                    ? 'all'
                    : `${endpoint.event_types.length} types`}
                </td>
                <td>
                  <EndpointState endpoint={endpoint} />
                </td>
                <td>
                  <AgeOrNever of={endpoint.last_success_time} />
                </td>
                <td>
                  <AgeOrNever of={endpoint.last_failure_time} />
                </td>
                <td>
                  <Actions
                    endpoint={endpoint}
                    changed={changed}
                    tested={tested}
                    rotated={rotated}
                  />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </TableScroll>
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
}: {
  readonly endpoint: WebhookEndpoint
  readonly changed: ReturnType<typeof useWrite<WebhookEndpoint>>
  readonly tested: ReturnType<typeof useWrite<WebhookDelivery>>
  readonly rotated: ReturnType<typeof useWrite<IssuedWebhookEndpoint>>
}) {
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
