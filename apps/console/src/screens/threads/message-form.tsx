import type { ChatEntry } from '@vadium/client'
import { postChatMessage } from '@vadium/schema'
import { useId, useState } from 'react'
import { Button } from 'react-aria-components'
import { Written } from '../../figures/written.tsx'
import { bodyFaults } from '../../service/body-faults.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import styles from './threads.module.css'

/** Writes a message that both sides of the order can read. */
export function MessageForm({
  orderId,
  counterparty,
}: {
  readonly orderId: string
  readonly counterparty: string
}) {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<ChatEntry>()
  const id = useId()
  const [text, setText] = useState('')
  const fault = text === '' ? undefined : bodyFaults(postChatMessage.body, { text })['text']
  return (
    <form
      className={styles['form']}
      aria-label="Message"
      onSubmit={(event) => {
        event.preventDefault()
        if (text === '' || fault !== undefined) return
        void write(async (options) => {
          const entry = await client.chats.post(orderId, { text }, options)
          setText('')
          return entry
        })
      }}
    >
      <label htmlFor={id}>Message, which {counterparty} can read</label>
      <textarea
        id={id}
        rows={3}
        value={text}
        maxLength={postChatMessage.body.properties.text.maxLength}
        disabled={isBusy}
        aria-invalid={fault !== undefined}
        onChange={({ target }) => {
          setText(target.value)
          reset()
        }}
      />
      {fault !== undefined && <p role="alert">The message {fault}.</p>}
      <Written written={written} done={() => <p>Sent.</p>} />
      <div>
        <Button
          type="submit"
          className="button primary"
          isDisabled={isBusy || text === '' || fault !== undefined}
        >
          Send
        </Button>
      </div>
    </form>
  )
}
