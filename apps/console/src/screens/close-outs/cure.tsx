import type { CloseOut, Position } from '@vadium/client'
import { Link } from '@tanstack/react-router'
import { Figure } from '../../figures/figure.tsx'
import { useOwnId } from '../../service/people.ts'

/** What ends an open notice before a termination: for the party in default, and the declarer. */
export function Cure({
  closeOut: { declarer_id: declarer },
  position,
}: {
  readonly closeOut: CloseOut
  readonly position: Position
}) {
  const isOurs = declarer !== useOwnId()
  const { m2m_direction: direction, m2m_collateral_amount: amount } = position
  return (
    <p>
      {direction === 'TopUp' && amount !== null && (
        <>
          A top-up of <Figure value={amount} unit={position.collateral_asset} /> is due now.{' '}
        </>
      )}
      {isOurs
        ? 'What we offer to send is accepted at once: nobody can refuse it. It counts once it has arrived. '
        : 'What the other side offers to send is accepted at once. We cannot refuse it, and it counts once it has arrived. '}
      {isOurs && (
        <Link to="/positions/$positionId" params={{ positionId: position.id }}>
          Top up or return
        </Link>
      )}
    </p>
  )
}
