import { digitGroups, isBelowColumn } from './decimal-text.ts'
import styles from './figure.module.css'

/** The point and two digits. */
const centsEnd = 3

/**
 * A decimal of the API. The groups of its digits are apart for the eye only: the text of the
 * element, and so what is copied, is the string of the API, digit for digit.
 */
export function Figure({
  value,
  unit,
  missing = '–',
  tone,
  column = false,
  cents = false,
}: {
  readonly value: string | null | undefined
  readonly unit?: string | undefined
  /** What stands there instead of a figure that does not exist. */
  readonly missing?: string | undefined
  readonly tone?: 'stale' | undefined
  /** In a column, decimal points are below one another, and digits after the eighth are cut off, unless only zeros were left. */
  readonly column?: boolean | undefined
  /** Digits after the second decimal are not seen, only read and copied: for sums in a sentence. */
  readonly cents?: boolean | undefined
}) {
  if (value == null) return <span className={styles['missing']}>{missing}</span>
  const { sign, groups, fraction } = digitGroups(value)
  const isInColumn = column && !isBelowColumn(value)
  const title = unit === undefined ? value : `${value} ${unit}`
  return (
    <span className={styles['figure']} data-tone={tone} data-column={isInColumn} title={title}>
      <span className={styles['digits']} data-figure={value}>
        {groups.length === 0 ? (
          value
        ) : (
          <>
            {sign}
            {groups.map((group, i) => (
              // The place of a group is its identity.
              <span key={groups.length - i} className={styles['group']}>
                {group}
              </span>
            ))}
            <span className={styles['fraction']}>
              {cents ? fraction.slice(0, centsEnd) : fraction}
              {cents && <span className="visually-hidden">{fraction.slice(centsEnd)}</span>}
            </span>
          </>
        )}
      </span>
      {unit !== undefined && <span className={styles['unit']}> {unit}</span>}
    </span>
  )
}
