import { mailContents, notificationSeverities } from '@vadium/schema'
import { FormInput } from '../../figures/form.tsx'
import { named } from '../../service/choices.ts'
import type { FormOf } from '../../service/use-form.ts'

const contents = named(mailContents)

/** What may be chosen for an address. Only an admin chooses what says more. */
export const addressOffers = (isAdmin: boolean) => ({
  immediate_severity: notificationSeverities.map((value) => ({ value, name: value })),
  content: isAdmin ? contents : contents.slice(0, 1),
})

/** What is mailed to an address, and when. */
export function AddressFields<Answer>({ of: form }: { readonly of: FormOf<Answer> }) {
  return (
    <>
      <FormInput
        of={form}
        name="immediate_severity"
        label="At once from"
        help="Less severe notifications are in the digest. Default: warning."
      />
      <FormInput of={form} name="content" label="Content" help="Default: no name, no amount." />
      <FormInput of={form} name="digest_time" label="Digest at" placeholder="08:00" />
      <FormInput of={form} name="time_zone" label="Time zone" placeholder="Europe/London" />
    </>
  )
}
