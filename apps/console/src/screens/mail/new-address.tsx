import { createMailAddress } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { useCaller } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { AddressFields, addressOffers } from './address-fields.tsx'

const whose = [
  { value: 'own', name: 'my account' },
  { value: 'shared', name: 'a desk' },
]

/** Adds an address, to which a code is sent. */
export function NewAddress() {
  const { mail } = useClient()
  const isAdmin = useCaller()?.credential.role === 'admin'
  const form = useForm({
    schema: createMailAddress.body,
    begin: { whose: 'own' },
    complete: ({ shared: _, ...draft }) =>
      draft['whose'] === 'shared' ? { ...draft, shared: 'true' } : draft,
    offers: () => ({ whose, ...addressOffers(isAdmin) }),
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
        <AddressFields of={form} />
      </div>
    </Form>
  )
}
