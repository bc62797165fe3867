import type { ResolvedMovement } from '@vadium/client'
import { Decimal, formatDecimal } from '@vadium/margin'
import { Figure } from '../../figures/figure.tsx'
import { useReader } from '../../service/reader.ts'
import type { Looked } from './many-items.ts'
import { whenWords } from './many-rows.tsx'

const whens = ['at_once', 'when_accepted', 'afterwards'] as const

/** How many are sent, and what they move together, exactly, by who sends it and when. */
export function ManySums({
  chosen,
  of,
}: {
  readonly chosen: readonly Pick<Looked, 'movements'>[]
  readonly of: number
}) {
  const reader = useReader()
  const movements = chosen.flatMap((one) => one.movements)
  const isOurs = ({ sender }: ResolvedMovement) => reader.isOwn(sender.organization_id)
  return (
    <>
      <p>
        <strong>
          {chosen.length} of {of}
        </strong>
      </p>
      {whens.flatMap((when) =>
        [true, false].map((ours) => (
          <Sum
            key={`${when} ${String(ours)}`}
            word={ours ? 'We send' : 'We receive'}
            when={whenWords[when]}
            movements={movements.filter((one) => one.when === when && isOurs(one) === ours)}
          />
        )),
      )}
    </>
  )
}

function Sum({
  word,
  when,
  movements,
}: {
  readonly word: string
  readonly when: string
  readonly movements: readonly ResolvedMovement[]
}) {
  if (movements.length === 0) return null
  const tokens = [...new Set(movements.map(({ token }) => token))]
  return (
    <p>
      {word} <Total values={movements.map((one) => one.notional_usd)} unit="USD" places={2} />
      {tokens.map((token, index) => (
        <span key={token}>
          {index === 0 ? ': ' : ', '}
          <Total
            values={movements.flatMap((one) => (one.token === token ? [one.quantity] : []))}
            unit={token}
          />
        </span>
      ))}
      {when}
    </p>
  )
}

/** An exact sum. What is not known makes it a lower bound. */
function Total({
  values,
  unit,
  places,
}: {
  readonly values: readonly (string | null)[]
  readonly unit: string
  readonly places?: number
}) {
  const sum = values.reduce((total, value) => total.plus(value ?? '0'), new Decimal(0))
  return (
    <>
      {values.includes(null) && 'at least '}
      <Figure value={formatDecimal(sum, places)} unit={unit} />
    </>
  )
}
