import { createMailAddress, mailContents, notificationSeverities } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { useCaller } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'

const whose = [
  { value: 'own', name: 'my account' },
  { value: 'shared', name: 'a desk' },
]
const severities = notificationSeverities.map((value) => ({ value, name: value }))

/** Adds an address, to which a code is sent. */
export function NewAddress() {
  const { mail } = useClient()
  const isAdmin = useCaller()?.credential.role === 'admin'
  const form = useForm({
    schema: createMailAddress.body,
    begin: { whose: 'own' },
    complete: ({ shared: _, ...draft }) =>
      draft['whose'] === 'shared' ? { ...draft, shared: 'true' } : draft,
    offers: () => ({
      whose,
      immediate_severity: severities,
      content: isAdmin ? contents : contents.slice(0, 1),
    }),
    // Muted categories are chosen later.
    send: ({ muted_categories: _, ...body }, options) => mail.add(body, options),
  })
  return (
    <Form
      of={form}
      name="New address"
      title="New address"
      action="Add the address"
      className={`panel ${page['form'] ?? ''}`}
      done={({ address }) => <p>A code was sent to {address}. Enter it above.</p>}
    >
      <div className={page['fields']}>
        <FormInput of={form} name="address" label="Address" placeholder="desk@harbor.example" />
        {isAdmin && <FormInput of={form} name="whose" label="Of" help="Whose address it is." />}
        <FormInput
          of={form}
          name="immediate_severity"
          label="At once from"
          help="Less severe notifications are in the digest. Default: warning."
        />
        <FormInput of={form} name="content" label="Content" help="Default: no name, no amount." />
        <FormInput of={form} name="digest_time" label="Digest at" placeholder="08:00" />
        <FormInput of={form} name="time_zone" label="Time zone" placeholder="Europe/London" />
      </div>
    </Form>
  )
}

const contents = Object.entries(mailContents).map(([value, title]) => ({
  value,
  name: value,
  title,
}))
