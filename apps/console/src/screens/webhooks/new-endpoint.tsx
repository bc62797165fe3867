import { createWebhookEndpoint, webhookEndpointsMax } from '@vadium/schema'
import { Form } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { EndpointFields, endpointOffers, ofFormat } from './endpoint-fields.tsx'
import { IssuedSecret } from './issued-secret.tsx'

/** Creates an endpoint. Its secret is shown once. */
export function NewEndpoint() {
  const { webhooks } = useClient()
  const form = useForm({
    schema: createWebhookEndpoint.body,
    begin: { event_types: [] },
    complete: ofFormat,
    offers: () => endpointOffers,
    send: (body, options) => webhooks.create(body, options),
    afterwards: 'fix',
  })
  return (
    <Form
      of={form}
      name="New endpoint"
      title="New endpoint"
      action="Create the endpoint"
      className={`panel ${page['form'] ?? ''}`}
      done={(issued) => <IssuedSecret issued={issued} stored={form.again} />}
    >
      <EndpointFields of={form} />
      <p className={page['fine']}>An organization has at most {webhookEndpointsMax}.</p>
    </Form>
  )
}
