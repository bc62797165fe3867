import type { MailAddress } from '@vadium/client'
import { verifyMailAddress } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Instant } from '../../figures/time.tsx'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'

/** The code that was mailed to an address, to be entered here. */
export function EnterCode({ of: { id, address, code_expire_time } }: { readonly of: MailAddress }) {
  const { mail } = useClient()
  const form = useForm({
    schema: verifyMailAddress.body,
    send: (body, options) => mail.verify(id, body, options),
  })
  return (
    <Form
      of={form}
      name={`Code of ${address ?? ''}`}
      title={`Enter the code that was mailed to ${address ?? ''}`}
      action="Verify the address"
      className={`panel ${page['form'] ?? ''}`}
      done={({ verified, mail_address: { code_tries_left: tries } }) =>
        verified ? (
          <p>Notifications are mailed to it from now on.</p>
        ) : (
          <p>
            <strong>The code is wrong.</strong>{' '}
            {tries === null ? 'Send another one.' : `Tries left: ${tries}.`}
          </p>
        )
      }
    >
      <FormInput of={form} name="code" label="Code" placeholder="04711815" />
      {code_expire_time !== null && (
        <p className={page['fine']}>
          It is valid until <Instant at={code_expire_time} />.
        </p>
      )}
    </Form>
  )
}
