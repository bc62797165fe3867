import type { Chat } from '@vadium/client'
import { markUnseen } from '@vadium/schema'
import { Link } from '@tanstack/react-router'
import { Badge } from '../../figures/badge.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { Age } from '../../figures/time.tsx'
import { chatPagesQuery } from '../../service/chat-queries.ts'
import { usePages } from '../../service/read.ts'
import styles from './threads.module.css'

/** The threads of orders, the one with the latest entry first. */
export function ThreadList() {
  const pages = usePages(chatPagesQuery)
  const none = 'No thread has an entry. A thread begins on the screen of its order.'
  return (
    <>
      <Read of={pages} what="the threads" none={none}>
        {(chats) => (
          <ul className={styles['list']}>
            {chats.map((chat) => (
              <Item key={chat.order_id} chat={chat} />
            ))}
          </ul>
        )}
      </Read>
      <MorePages of={pages}>Older threads</MorePages>
    </>
  )
}

function Item({ chat }: { readonly chat: Chat }) {
  const { last_entry: last } = chat
  return (
    <li className={styles['item']}>
      <div className={styles['by']}>
        <Link to="/threads/$orderId" params={{ orderId: chat.order_id }}>
          Order {chat.order_number} · {chat.counterparty_name}
        </Link>
        {chat.unread_count > 0 && <Badge tone="transit">{chat.unread_count} unread</Badge>}
        {chat.open_action_count > 0 && (
          <Badge tone="call">{chat.open_action_count} to answer</Badge>
        )}
        {chat.update_time !== null && <Age of={chat.update_time} />}
      </div>
      {last !== null && <p className={styles['cut']}>{markUnseen(last.text)}</p>}
    </li>
  )
}
