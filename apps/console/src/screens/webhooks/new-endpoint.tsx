import type { IssuedWebhookEndpoint } from '@vadium/client'
import { type EventType, eventTypeNames, eventTypes, webhookEndpointsMax } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'
import { IssuedSecret } from './issued-secret.tsx'

/** Creates an endpoint. Its secret is shown once. */
export function NewEndpoint() {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<IssuedWebhookEndpoint>()
  const [url, setUrl] = useState('')
  const [purpose, setPurpose] = useState('')
  const [types, setTypes] = useState<readonly EventType[]>([])
  const send = () => {
    const body = {
      target_url: url,
      ...(purpose !== '' && { description: purpose }),
      event_types: [...types],
    }
    void write((options) => client.webhooks.create(body, options))
  }
  return (
    <form
      className={`panel ${page['form'] ?? ''}`}
      aria-label="New endpoint"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h2>New endpoint</h2>
      <fieldset className={page['plain']} disabled={isBusy || wasTaken({ written })}>
        <div className={page['fields']}>
          <TextInput
            label="Address"
            placeholder="https://hooks.example.com/vadium"
            value={url}
            change={setUrl}
          />
          <TextInput label="Purpose" maxLength={200} value={purpose} change={setPurpose} />
        </div>
        <details>
          <summary>
            {types.length === 0
              ? 'All event types are sent'
              : `${types.length} event types are sent`}
          </summary>
          <EventTypes chosen={types} choose={setTypes} />
        </details>
      </fieldset>
      <div className={page['buttons']}>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || url === '' || wasTaken({ written })}
        >
          Create the endpoint
        </Button>
        <span className={page['fine']}>An organization has at most {webhookEndpointsMax}.</span>
      </div>
      <Written
        written={written}
        again={reset}
        done={(issued) => (
          <IssuedSecret
            issued={issued}
            stored={() => {
              setUrl('')
              setPurpose('')
              setTypes([])
              reset()
            }}
          />
        )}
      />
    </form>
  )
}

function EventTypes({
  chosen,
  choose,
}: {
  readonly chosen: readonly EventType[]
  readonly choose: (types: readonly EventType[]) => void
}) {
  return (
    <fieldset className={page['choice']}>
      <legend>Only these event types</legend>
      {eventTypeNames.map((type) => (
        <label key={type} className={page['radio']} title={eventTypes[type]}>
          <input
            type="checkbox"
            checked={chosen.includes(type)}
            onChange={({ target }) => {
              choose(target.checked ? [...chosen, type] : chosen.filter((other) => other !== type))
            }}
          />
          {type}
        </label>
      ))}
    </fieldset>
  )
}
