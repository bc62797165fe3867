import type { MailAddress } from '@vadium/client'
import { notificationCategoryNames, updateMailAddress } from '@vadium/schema'
import { Button } from '../../figures/button.tsx'
import { Form, FormChoices } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { listAt } from '../../service/body.ts'
import { isMutable } from '../../service/mutable-categories.ts'
import { useCaller } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { AddressFields, addressOffers } from './address-fields.tsx'

const muted_categories = notificationCategoryNames
  .filter((name) => isMutable(name))
  .map((name) => ({ value: name, name: name.replaceAll('_', ' ') }))

/** Changes what is mailed to an address, beginning with what is. */
export function ChangeAddress({
  of: address,
  close,
}: {
  readonly of: MailAddress
  readonly close: () => void
}) {
  const { mail } = useClient()
  const isAdmin = useCaller()?.credential.role === 'admin'
  const form = useForm({
    schema: updateMailAddress.body,
    begin: {
      content: address.content,
      muted_categories: address.muted_categories,
      immediate_severity: address.immediate_severity,
      digest_time: address.digest_time ?? '',
      time_zone: address.time_zone,
    },
    offers: () => ({
      ...addressOffers(isAdmin || address.content === 'full'),
      muted_categories,
    }),
    // Only an admin may say what it says already.
    send: ({ content, muted_categories: muted = [], ...others }, options) => {
      const body = { ...others, muted_categories: muted.filter((name) => isMutable(name)) }
      const isSame = content === undefined || content === address.content
      return mail.update(address.id, isSame ? body : { ...body, content }, options)
    },
    afterwards: 'keep',
  })
  const muted = listAt(form.draft, 'muted_categories').length
  return (
    <Form
      of={form}
      name="Change the address"
      title={`What is mailed to ${address.address ?? ''}`}
      action="Change what is mailed"
      className={`panel ${page['form'] ?? ''}`}
      buttons={
        <Button className="button" onPress={close}>
          Close
        </Button>
      }
      done={() => <p>It is changed, and the other addresses are notified.</p>}
    >
      <div className={page['fields']}>
        <AddressFields of={form} />
      </div>
      <details>
        <summary>
          {muted === 1 ? '1 category is left out' : `${muted} categories are left out`}
        </summary>
        <FormChoices of={form} name="muted_categories" label="Leave out these categories" />
      </details>
    </Form>
  )
}
