import { Title } from '../../figures/title.tsx'
import { ThreadList } from './thread-list.tsx'
import styles from './threads.module.css'

/** All threads. */
export function Threads() {
  return (
    <section className={styles['screen']}>
      <Title>Threads</Title>
      <ThreadList />
    </section>
  )
}
