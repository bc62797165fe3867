import { eventTypeNames, eventTypes, mailContents, webhookFormats } from '@vadium/schema'
import { FormChoices, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { type Draft, listAt, textAt } from '../../service/body.ts'
import { named } from '../../service/choices.ts'
import type { FormOf } from '../../service/use-form.ts'

/** What may be chosen for an endpoint. */
export const endpointOffers = {
  format: named(webhookFormats),
  content: named(mailContents),
  event_types: eventTypeNames.map((name) => ({ value: name, name, title: eventTypes[name] })),
}

/** A chat room has a content and no choice of types, and a program the other way round. */
export function ofFormat({ content = '', event_types = [], ...draft }: Draft): Draft {
  return textAt(draft, 'format') === 'text'
    ? { ...draft, content, event_types: [] }
    : { ...draft, event_types }
}

/** The fields of an endpoint, new or changed. */
export function EndpointFields<Answer>({
  of: form,
  addressHelp,
}: {
  readonly of: FormOf<Answer>
  readonly addressHelp?: string
}) {
  const isRoom = textAt(form.draft, 'format') === 'text'
  const chosen = listAt(form.draft, 'event_types').length
  return (
    <>
      <div className={page['fields']}>
        <FormInput of={form} name="format" label="For" help="Default: a program." />
        <FormInput
          of={form}
          name="target_url"
          label="Address"
          placeholder={
            isRoom ? 'https://hooks.slack.com/services/…' : 'https://hooks.example.com/vadium'
          }
          help={addressHelp ?? (isRoom ? 'It is stored sealed, and never shown again.' : undefined)}
        />
        <FormInput of={form} name="description" label="Purpose" />
        {isRoom && (
          <FormInput of={form} name="content" label="Content" help="Default: no name, no amount." />
        )}
      </div>
      {!isRoom && (
        <details>
          <summary>
            {chosen === 0 ? 'All event types are sent' : `${chosen} event types are sent`}
          </summary>
          <FormChoices of={form} name="event_types" label="Only these event types" />
        </details>
      )}
    </>
  )
}
