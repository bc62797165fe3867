import type { Chat, ChatEntry } from '@vadium/client'
import { markUnseen } from '@vadium/schema'
import { Link, useParams } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Badge } from '../../figures/badge.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { stateWords } from '../../figures/state-words.ts'
import { Empty } from '../../figures/states.tsx'
import { Instant } from '../../figures/time.tsx'
import { Title } from '../../figures/title.tsx'
import { withinFirm } from '../../service/within-firm.ts'
import { chatEntryPagesQuery, chatQuery } from '../../service/chat-queries.ts'
import { useCaller } from '../../service/people.ts'
import { usePages, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { MessageForm } from './message-form.tsx'
import { ThreadList } from './thread-list.tsx'
import styles from './threads.module.css'

/** The thread of an order: its messages, and what awaits an answer. Beside it, the others. */
export function ThreadScreen() {
  const { orderId } = useParams({ from: '/threads/$orderId' })
  return (
    <div className={styles['panes']}>
      <nav className={styles['others']} aria-label="Threads">
        <ThreadList />
      </nav>
      <Read of={useRead(chatQuery, orderId)} what="the thread">
        {(chat) => <ThreadView key={orderId} chat={chat} />}
      </Read>
    </div>
  )
}

function ThreadView({ chat }: { readonly chat: Chat }) {
  const orderId = chat.order_id
  const { id: ownId = '', name: ownName = null } = useCaller()?.organization ?? {}
  const pages = usePages(chatEntryPagesQuery, orderId)
  useReadMark(chat, pages.data?.[0])
  const names = { [chat.counterparty_id]: chat.counterparty_name, [ownId]: 'You' }
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Thread of order {chat.order_number} · {chat.counterparty_name}
        </Title>
        <Link to="/orders/$orderId" params={{ orderId }}>
          The order
        </Link>
      </div>
      <MorePages of={pages}>Older entries</MorePages>
      <Read of={pages} what="the entries">
        {(newestFirst) => (
          <>
            {newestFirst.length === 0 && <Empty>Nobody has written yet.</Empty>}
            <ol className={styles['list']} aria-label="Entries" aria-live="polite">
              {newestFirst.toReversed().map((entry) => (
                <Entry
                  key={entry.id}
                  entry={entry}
                  organization={
                    entry.organization_id === null ? 'the service' : names[entry.organization_id]
                  }
                  firm={entry.organization_id === ownId ? ownName : chat.counterparty_name}
                  isOwn={entry.organization_id === ownId}
                />
              ))}
            </ol>
          </>
        )}
      </Read>
      <MessageForm orderId={orderId} counterparty={chat.counterparty_name} />
    </section>
  )
}

/** Moves the read mark of the account to the newest entry that is on screen. */
function useReadMark(chat: Chat, newest: ChatEntry | undefined) {
  const client = useClient()
  const { write } = useWrite<Chat>({ mayBeLeft: true })
  const { order_id: orderId, read_number: readNumber } = chat
  const number = newest?.number ?? 0
  const id = newest?.id
  useEffect(() => {
    if (id === undefined || number <= readNumber) return
    void write((options) => client.chats.read(orderId, { entry_id: id }, options))
    // A write of this place is ignored while another is under way; what it answers comes here
    // again.
  }, [client, orderId, id, number, readNumber])
}

function Entry({
  entry: { action, close_out_id, text, account_name, create_time },
  organization,
  firm,
  isOwn,
}: {
  readonly entry: ChatEntry
  /** Who wrote it, from the side of the reader. */
  readonly organization: string | undefined
  /** The name of their firm. */
  readonly firm: string | null
  readonly isOwn: boolean
}) {
  return (
    <li className={styles['item']} data-own={isOwn}>
      <div className={styles['by']}>
        <strong>
          {organization}
          {account_name !== null && `, ${withinFirm(account_name, firm)}`}
        </strong>
        <Instant at={create_time} />
        {action?.state === 'open' && <span>asks for an answer</span>}
      </div>
      <p className={styles['text']}>{markUnseen(text)}</p>
      {action !== null && (
        <p className={styles['by']}>
          <Badge tone={action.state === 'open' ? 'call' : 'plain'}>
            {action.state === 'open'
              ? stateWords(action.awaits)
              : resolutionWords(action.resolution)}
          </Badge>
          <span>
            {action.state === 'open' ? 'Answer it on its screen:' : 'See'}{' '}
            <ResourceLink resource={action.resource} id={action.resource_id} />
          </span>
        </p>
      )}
      {close_out_id !== null && (
        <p className={styles['by']}>
          <span>
            See <ResourceLink resource="close_out" id={close_out_id} />
          </span>
        </p>
      )}
    </li>
  )
}

/** What became of what awaited an answer, by the transition that it made. */
const resolutions: Readonly<Record<string, string>> = {
  accept: 'accepted',
  reject: 'rejected',
  cancel: 'withdrawn',
  expire: 'expired',
  dispute: 'disputed',
  concede: 'conceded',
  settle: 'accepted',
  conclude: 'accepted',
}

const resolutionWords = (resolution: string | null): string =>
  resolutions[resolution ?? ''] ?? stateWords(resolution ?? 'resolved')
