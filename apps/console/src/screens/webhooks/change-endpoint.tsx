import type { WebhookEndpoint } from '@vadium/client'
import { updateWebhookEndpoint } from '@vadium/schema'
import { Button } from '../../figures/button.tsx'
import { Form } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { EndpointFields, endpointOffers, ofFormat } from './endpoint-fields.tsx'

/** Changes an endpoint, beginning with what it is. */
export function ChangeEndpoint({
  of: { id, target_url, description, event_types, format, content },
  close,
}: {
  readonly of: WebhookEndpoint
  readonly close: () => void
}) {
  const { webhooks } = useClient()
  const form = useForm({
    schema: updateWebhookEndpoint.body,
    begin: { description: description ?? '', event_types, format, content: content ?? '' },
    complete: ofFormat,
    offers: () => endpointOffers,
    send: (body, options) => webhooks.update(id, body, options),
    afterwards: 'keep',
  })
  const isOther = form.draft['format'] !== format
  return (
    <Form
      of={form}
      name="Change the endpoint"
      title={`Change ${target_url}`}
      action="Change the endpoint"
      className={`panel ${page['form'] ?? ''}`}
      buttons={
        <Button className="button" onPress={close}>
          Close
        </Button>
      }
      done={() => <p>The endpoint was changed.</p>}
    >
      <EndpointFields of={form} addressHelp="Empty: it stays as it is." />
      {isOther && (
        <p className={page['fine']}>
          Another format needs an address. What waits in the old format is not sent any more.
        </p>
      )}
    </Form>
  )
}
