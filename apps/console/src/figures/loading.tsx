import styles from './states.module.css'

export function Loading({ what }: { readonly what: string }) {
  return (
    <p role="status" className={styles['quiet']}>
      Reading {what} …
    </p>
  )
}
