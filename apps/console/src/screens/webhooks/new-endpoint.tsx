import {
  createWebhookEndpoint,
  eventTypeNames,
  eventTypes,
  webhookEndpointsMax,
} from '@vadium/schema'
import { Form, FormChoices, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { IssuedSecret } from './issued-secret.tsx'

const types = eventTypeNames.map((name) => ({ value: name, name, title: eventTypes[name] }))

/** Creates an endpoint. Its secret is shown once. */
export function NewEndpoint() {
  const { webhooks } = useClient()
  const form = useForm({
    schema: createWebhookEndpoint.body,
    begin: { event_types: [] },
    offers: () => ({ event_types: types }),
    send: (body, options) => webhooks.create(body, options),
    afterwards: 'fix',
  })
  const chosen = form.draft['event_types']?.length ?? 0
  return (
    <Form
      of={form}
      name="New endpoint"
      title="New endpoint"
      action="Create the endpoint"
      className={`panel ${page['form'] ?? ''}`}
      done={(issued) => <IssuedSecret issued={issued} stored={form.again} />}
    >
      <div className={page['fields']}>
        <FormInput
          of={form}
          name="target_url"
          label="Address"
          placeholder="https://hooks.example.com/vadium"
        />
        <FormInput of={form} name="description" label="Purpose" />
      </div>
      <details>
        <summary>
          {chosen === 0 ? 'All event types are sent' : `${chosen} event types are sent`}
        </summary>
        <FormChoices of={form} name="event_types" label="Only these event types" />
      </details>
      <p className={page['fine']}>An organization has at most {webhookEndpointsMax}.</p>
    </Form>
  )
}
