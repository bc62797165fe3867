import type { ResolvedMovement } from '@vadium/client'
import { Decimal, formatDecimal } from '@vadium/margin'
import { Figure } from '../../figures/figure.tsx'
import { useReader } from '../../service/reader.ts'
import type { Looked } from './many-items.ts'

/** How many are sent, and what they move together, exactly, by who sends it. */
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
      <Sum word="We send" movements={movements.filter(isOurs)} />
      <Sum word="We receive" movements={movements.filter((one) => !isOurs(one))} />
    </>
  )
}

function Sum({
  word,
  movements,
}: {
  readonly word: string
  readonly movements: readonly ResolvedMovement[]
}) {
  if (movements.length === 0) return null
  const isWhole = movements.every(
    ({ quantity, notional_usd: usd }) => quantity !== null && usd !== null,
  )
  const tokens = [...new Set(movements.map(({ token }) => token))]
  return (
    <p>
      {word} {!isWhole && 'at least '}
      <Figure
        value={totalOf(
          movements.map((one) => one.notional_usd),
          2,
        )}
        unit="USD"
      />
      {tokens.map((token, index) => (
        <span key={token}>
          {index === 0 ? ': ' : ', '}
          <Figure
            value={totalOf(movements.flatMap((one) => (one.token === token ? [one.quantity] : [])))}
            unit={token}
          />
        </span>
      ))}
    </p>
  )
}

const totalOf = (values: readonly (string | null)[], places?: number): string =>
  formatDecimal(
    values.reduce((sum, value) => sum.plus(value ?? '0'), new Decimal(0)),
    places,
  )
