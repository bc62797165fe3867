import type { Notification } from '@vadium/client'
import { notificationCategoryNames, notificationSeverities } from '@vadium/schema'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Choice } from '../../figures/choice.tsx'
import { MorePages } from '../../figures/more-pages.tsx'
import { Read } from '../../figures/read.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { Age } from '../../figures/time.tsx'
import { Written } from '../../figures/written.tsx'
import { Title } from '../../figures/title.tsx'
import { notificationPagesQuery } from '../../service/notification-queries.ts'
import { usePages } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import type { NotificationSearch } from './notification-search.ts'
import styles from './notifications.module.css'

const pageSize = 100

const oneOf = <Value extends string>(values: readonly Value[], given: string | undefined) =>
  values.find((value) => value === given)

/** What somebody of the organization should look at, newest first. */
export function Notifications() {
  const client = useClient()
  const search = useSearch({ from: '/notifications' })
  const pages = usePages(notificationPagesQuery, {
    ...search,
    category: oneOf(notificationCategoryNames, search.category),
    severity: oneOf(notificationSeverities, search.severity),
    page_size: pageSize,
  })
  const { written, isBusy, write } = useWrite<unknown>({ mayBeLeft: true })
  const newest = pages.data?.[0]
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>Notifications</Title>
        <div className={styles['buttons']}>
          <Link to="/notifications/preferences" className="button">
            Preferences …
          </Link>
          <Button
            className="button"
            isDisabled={isBusy || newest === undefined}
            onPress={() => {
              if (newest === undefined) return
              // Those that arrive meanwhile have been seen by nobody.
              void write((options) =>
                client.notifications.markAllRead({ until_id: newest.id }, options),
              )
            }}
          >
            Mark all as read
          </Button>
        </div>
      </div>
      <Filters search={search} />
      {written.state !== 'sending' && <Written written={written} />}
      <Read of={pages} what="the notifications" none="No notification matches these filters.">
        {(notifications) => (
          <ul className={styles['list']}>
            {byOrder(notifications).map((group) => (
              <li key={group[0]?.id}>
                <ul className={styles['group']}>
                  {group.map((notification) => (
                    <Item
                      key={notification.id}
                      notification={notification}
                      isBusy={isBusy}
                      markRead={() => {
                        void write((options) =>
                          client.notifications.markRead(notification.id, options),
                        )
                      }}
                    />
                  ))}
                </ul>
              </li>
            ))}
          </ul>
        )}
      </Read>
      <MorePages of={pages}>Older notifications</MorePages>
    </section>
  )
}

const options = (names: readonly string[]) =>
  names.map((value) => ({ value, name: value.replaceAll('_', ' ') }))

function Filters({ search }: { readonly search: NotificationSearch }) {
  const navigate = useNavigate()
  const change = (changed: NotificationSearch) => {
    void navigate({ to: '/notifications', search: { ...search, ...changed } })
  }
  return (
    <div className="filters">
      <Choice
        label="Show"
        any="all"
        value={search.unread === true ? 'unread' : undefined}
        options={[{ value: 'unread', name: 'unread' }]}
        choose={(value) => {
          change({ unread: value === undefined ? undefined : true })
        }}
      />
      <Choice
        label="Category"
        value={search.category}
        options={options(notificationCategoryNames)}
        choose={(category) => {
          change({ category })
        }}
      />
      <Choice
        label="Severity"
        value={search.severity}
        options={options(notificationSeverities)}
        choose={(severity) => {
          change({ severity })
        }}
      />
      <Choice
        label="Muted ones"
        any="left out"
        value={search.include_muted === true ? 'include' : undefined}
        options={[{ value: 'include', name: 'shown' }]}
        choose={(value) => {
          change({ include_muted: value === undefined ? undefined : true })
        }}
      />
    </div>
  )
}

const tones: Readonly<Record<string, Tone>> = { critical: 'liquidation', warning: 'call' }

/** The notifications by order, where the newest of each is. Without an order, each is by itself. */
function byOrder(notifications: readonly Notification[]): readonly (readonly Notification[])[] {
  const groups = new Map<string, Notification[]>()
  for (const notification of notifications) {
    const key = notification.link.order_id ?? notification.id
    const group = groups.get(key)
    if (group === undefined) groups.set(key, [notification])
    else group.push(notification)
  }
  return [...groups.values()]
}

/** One line, which opens to what it says in full. */
function Item({
  notification,
  isBusy,
  markRead,
}: {
  readonly notification: Notification
  readonly isBusy: boolean
  readonly markRead: () => void
}) {
  const { title, body, severity, link, create_time, read } = notification
  return (
    <li className={styles['item']} data-read={read} data-row>
      <details>
        <summary>
          {title}{' '}
          {severity !== 'info' && <Badge tone={tones[severity] ?? 'plain'}>{severity}</Badge>}
        </summary>
        <p>{body}</p>
      </details>
      <span className={styles['fine']}>
        <Age of={create_time} />
      </span>
      <ResourceLink resource={link.resource} id={link.id} />
      {read ? (
        <span className={styles['fine']}>read</span>
      ) : (
        <Button
          className="button"
          aria-label={`Mark as read: ${title}`}
          isDisabled={isBusy}
          onPress={markRead}
        >
          Mark as read
        </Button>
      )}
    </li>
  )
}
