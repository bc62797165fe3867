import type { Position } from '@vadium/client'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { Button } from '../../figures/button.tsx'
import { CoverageMeter } from '../../figures/coverage-meter.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { NotPossible } from '../../figures/not-possible.tsx'
import { OldestPrice } from '../../figures/oldest-price.tsx'
import { Read } from '../../figures/read.tsx'
import { Sides } from '../../figures/sides.tsx'
import { termFacts } from '../../figures/terms.tsx'
import { Title } from '../../figures/title.tsx'
import { reasonWords } from '../../figures/state-words.ts'
import { useOwnId } from '../../service/people.ts'
import { callsQuery, positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useReader } from '../../service/reader.ts'
import { DeclareButton } from '../close-outs/declare-button.tsx'
import { CallRows } from '../calls/call-rows.tsx'
import { PendingNotice, usePendingOfOrder } from '../approvals/pending.tsx'
import { Confirmation } from '../confirmation/confirmation.tsx'
import { askingWords } from '../../service/asking-words.ts'
import { counterpartyOf } from '../positions/counterparty.ts'
import { dueWords } from '../positions/due-words.ts'
import { AmountDue, Ratio, UnderWay, ZoneBadge } from '../positions/position-cells.tsx'
import { coverageUnderWay } from '../positions/under-way.ts'
import { CoverageHistory } from './coverage-history.tsx'
import { IfClosedOut } from './if-closed-out.tsx'
import { ItsCloseOuts } from './its-close-outs.tsx'
import { ItsRequests } from './its-requests.tsx'
import { Prices, TriggerPrices } from './price-line.tsx'
import { SendButton } from './send-button.tsx'
import styles from './position.module.css'

/** One position: how it is covered, why, and what may be done. */
export function PositionScreen() {
  const { positionId } = useParams({ from: '/positions/$positionId' })
  return (
    <Read of={useRead(positionQuery, positionId)} what="the position">
      {(position) => <PositionView key={position.id} position={position} />}
    </Read>
  )
}

function PositionView({ position }: { readonly position: Position }) {
  const confirms = useSearch({ from: '/positions/$positionId' }).confirm === true
  const navigate = useNavigate({ from: '/positions/$positionId' })
  // The way back leads to where the position was opened.
  const setConfirms = (confirm: boolean) =>
    void navigate({ search: confirm ? { confirm } : {}, replace: true })
  const counterparty = counterpartyOf(position, useOwnId())
  const create = position.actions.find(({ action }) => action === 'create_mark_to_market_request')
  const due = dueWords(useReader(), position, position.m2m_direction)
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {position.order_id_pretty} · {counterparty.name}
        </Title>
        <ZoneBadge position={position} />
        <div className={styles['act']}>
          <Button
            className="button primary"
            onPress={() => {
              setConfirms(true)
            }}
          >
            {(position.ready_for_m2m ? due?.show : undefined) ?? 'Preview'} …
          </Button>
          <Elsewhere position={position} />
          <SendButton position={position} />
          <DeclareButton position={position} />
        </div>
      </div>

      <Sides of={position} />
      <PendingNotice approvals={usePendingOfOrder(position.order_id)} />

      <div className="panel">
        <p className={styles['ratio']}>
          Coverage <Ratio position={position} of="ccr_percent" unit="%" />
          <UnderWay position={position} /> · LTV{' '}
          <Ratio position={position} of="ltv_percent" unit="%" /> ·{' '}
          <AmountDue position={position} />
        </p>
        <CoverageMeter position={position} zone={coverageUnderWay(position)?.zone} large />
        {create?.available === false && <p>{reasonWords(create.reason ?? '')}</p>}
        <OldestPrice times={[position.price_time]} />
      </div>

      <div className={styles['columns']}>
        <Held position={position} />
        <Facts title="Terms" facts={termFacts(position)} />
      </div>
      <div className={styles['wide']}>
        <Prices position={position} />
        <TriggerPrices position={position} />
      </div>
      <CoverageHistory position={position} />
      <IfClosedOut position={position} />
      <Calls positionId={position.id} />
      <ItsRequests positionId={position.id} />
      <ItsCloseOuts position={position} />
      <NotPossible actions={position.actions} />
      {confirms && (
        <Confirmation
          position={position}
          close={() => {
            setConfirms(false)
          }}
        />
      )}
    </section>
  )
}

/** Where more of its order is shown, or asked for. */
function Elsewhere({ position }: { readonly position: Position }) {
  return (
    <>
      <Link to="/what-if" search={{ position: position.id }}>
        What if …
      </Link>
      <Link to="/orders/$orderId" params={{ orderId: position.order_id }}>
        Order
      </Link>
      <Link to="/threads/$orderId" params={{ orderId: position.order_id }}>
        Thread
      </Link>
      <Link to="/transfers" search={{ orderId: position.order_id_pretty }}>
        Transfers
      </Link>
      <Link to="/order-requests/new" search={{ position: position.id }}>
        {askingWords} …
      </Link>
    </>
  )
}

function Held({ position }: { readonly position: Position }) {
  const { asset, collateral_asset: collateral } = position
  return (
    <Facts
      title="Held"
      facts={[
        ['Lent', <Figure value={position.asset_quantity} unit={asset} />],
        [
          'Value of it',
          <Figure value={position.asset_notional_usd} unit="USD" missing="no price" />,
        ],
        ['Collateral settled', <Figure value={position.collateral_quantity} unit={collateral} />],
        [
          'Value of the collateral',
          <Figure value={position.collateral_value_usd} unit="USD" missing="no price" />,
        ],
        [
          'In transit to the lender',
          <Figure value={position.deliveries_in_transit} unit={collateral} />,
        ],
        [
          'In transit to the borrower',
          <Figure value={position.returns_in_transit} unit={collateral} />,
        ],
        ['Disputed', <Figure value={position.collateral_disputed_quantity} unit={collateral} />],
        ['Interest accrued', <Figure value={position.interest_accrued} unit={asset} />],
        ['Interest paid', <Figure value={position.interest_paid} unit={asset} />],
        ['Rate a year', <Figure value={position.rate_percent} unit="%" />],
      ]}
    />
  )
}

function Calls({ positionId }: { readonly positionId: string }) {
  const calls = useRead(callsQuery, { position_id: positionId, page_size: 20 }).data ?? []
  if (calls.length === 0) return null
  return (
    <section>
      <h2>Calls and releases</h2>
      <CallRows calls={calls} />
      <p>
        <Link to="/calls">All calls</Link>
      </p>
    </section>
  )
}
