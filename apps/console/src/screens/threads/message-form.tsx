import { postChatMessage } from '@vadium/schema'
import { Form, FormInput } from '../../figures/form.tsx'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import styles from './threads.module.css'

/** Writes a message that both sides of the order can read. */
export function MessageForm({
  orderId,
  counterparty,
}: {
  readonly orderId: string
  readonly counterparty: string
}) {
  const { chats } = useClient()
  const form = useForm({
    schema: postChatMessage.body,
    send: (body, options) => chats.post(orderId, body, options),
  })
  return (
    <Form
      of={form}
      name="Message"
      action="Send"
      className={styles['form']}
      done={() => <p>Sent.</p>}
    >
      <FormInput of={form} name="text" label={`Message, which ${counterparty} can read`} rows={3} />
    </Form>
  )
}
