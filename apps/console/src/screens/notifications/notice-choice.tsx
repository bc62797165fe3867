import { useState } from 'react'
import { chooseNotices, noticeChoices, useNotices } from '../../service/notices.ts'
import styles from './notifications.module.css'

/** Whether this browser shows what is critical on the desktop. It asks for its permission then. */
export function NoticeChoice() {
  const chosen = useNotices()
  const [permission, setPermission] = useState(() =>
    'Notification' in globalThis ? Notification.permission : 'denied',
  )
  return (
    <fieldset className={styles['choices']}>
      <legend>Notices of this browser</legend>
      <p className={styles['fine']}>
        What is critical and not muted is shown on the desktop, while this page is open in a tab.
      </p>
      {noticeChoices.map((choice) => (
        <label key={choice}>
          <input
            type="radio"
            name="notices"
            checked={choice === chosen}
            disabled={choice !== 'off' && permission === 'denied'}
            onChange={() => {
              if (choice === 'off') chooseNotices(choice)
              else {
                void Notification.requestPermission().then((answer) => {
                  setPermission(answer)
                  if (answer === 'granted') chooseNotices(choice)
                })
              }
            }}
          />
          <span>{choice}</span>
        </label>
      ))}
      {permission === 'denied' && (
        <p className={styles['fine']}>
          This browser does not allow notices of this page. Its settings for the page change that.
        </p>
      )}
    </fieldset>
  )
}
