import type { Chat } from '@vadium/client'
import { markUnseen } from '@vadium/schema'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Button } from 'react-aria-components'
import { Badge } from '../../figures/badge.tsx'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { Age } from '../../figures/time.tsx'
import { chatPagesQuery } from '../../service/chat-queries.ts'
import { useClient } from '../../service/service.tsx'
import styles from './threads.module.css'

/** The threads of orders, the one with the latest entry first. */
export function Threads() {
  const pages = useInfiniteQuery(chatPagesQuery(useClient()))
  const chats = pages.data?.pages.flatMap((page) => page.chats) ?? []
  return (
    <section className={styles['screen']}>
      <h1>Threads</h1>
      {pages.isError && (
        <Failure error={pages.error} what="the threads" again={() => void pages.refetch()} />
      )}
      {pages.isPending && <Loading what="threads" />}
      {pages.isSuccess && chats.length === 0 && (
        <Empty>No thread has an entry. A thread begins on the screen of its order.</Empty>
      )}
      <ul className={styles['list']}>
        {chats.map((chat) => (
          <Item key={chat.order_id} chat={chat} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <Button
          className="button"
          isDisabled={pages.isFetchingNextPage}
          onPress={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Reading …' : 'Older threads'}
        </Button>
      )}
    </section>
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
