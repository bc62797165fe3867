import type { Position } from '@vadium/client'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { CoverageMeter } from '../../figures/coverage-meter.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Failure, Loading } from '../../figures/states.tsx'
import { Age, Instant } from '../../figures/time.tsx'
import { callerQuery, callsQuery, positionQuery, pricesQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { CallRows } from '../calls/call-rows.tsx'
import { Confirmation } from '../confirmation/confirmation.tsx'
import { AmountDue, counterpartyOf, missingRatio, ZoneBadge } from '../positions/position-cells.tsx'
import styles from './position.module.css'

/** One position: how it is covered, why, and what may be done. */
export function PositionScreen() {
  const { positionId } = useParams({ from: '/positions/$positionId' })
  const client = useClient()
  const position = useQuery(positionQuery(client, positionId))
  if (position.isError) {
    const again = () => void position.refetch()
    return <Failure error={position.error} what="the position" again={again} />
  }
  if (position.data === undefined) return <Loading what="the position" />
  return <PositionView position={position.data} />
}

function PositionView({ position }: { readonly position: Position }) {
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const [confirms, setConfirms] = useState(false)
  const counterparty = counterpartyOf(position, caller.data?.organization.id ?? '')
  const create = position.actions.find(({ action }) => action === 'create_mark_to_market_request')
  const missing = missingRatio(position)
  return (
    <section className={styles['screen']}>
      <div className={styles['head']}>
        <h1>
          Order {position.order_id_pretty} · {counterparty.name}
        </h1>
        <ZoneBadge position={position} />
        <div className={styles['act']}>
          <Button
            className="button primary"
            onPress={() => {
              setConfirms(true)
            }}
          >
            {position.ready_for_m2m
              ? position.m2m_direction === 'Release'
                ? 'Release collateral …'
                : 'Call collateral …'
              : 'Preview …'}
          </Button>
          {create?.available === false && <span>{create.reason}</span>}
        </div>
      </div>

      <div className="panel">
        <p className={styles['ratio']}>
          Coverage <Figure value={position.ccr_percent} unit="%" missing={missing} /> · LTV{' '}
          <Figure value={position.ltv_percent} unit="%" missing={missing} /> ·{' '}
          <AmountDue position={position} />
        </p>
        <CoverageMeter position={position} large />
      </div>

      <div className={styles['columns']}>
        <div className="panel">
          <h2>Held</h2>
          <dl className="facts">
            <dt>Lent</dt>
            <dd>
              <Figure value={position.asset_quantity} unit={position.asset} />
            </dd>
            <dt>Value</dt>
            <dd>
              <Figure value={position.asset_notional_usd} unit="USD" missing="no price" />
            </dd>
            <dt>Collateral settled</dt>
            <dd>
              <Figure value={position.collateral_quantity} unit={position.collateral_asset} />
            </dd>
            <dt>Value</dt>
            <dd>
              <Figure value={position.collateral_value_usd} unit="USD" missing="no price" />
            </dd>
            <dt>In transit to the lender</dt>
            <dd>
              <Figure value={position.deliveries_in_transit} unit={position.collateral_asset} />
            </dd>
            <dt>In transit to the borrower</dt>
            <dd>
              <Figure value={position.returns_in_transit} unit={position.collateral_asset} />
            </dd>
            <dt>Disputed</dt>
            <dd>
              <Figure
                value={position.collateral_disputed_quantity}
                unit={position.collateral_asset}
              />
            </dd>
            <dt>Interest accrued</dt>
            <dd>
              <Figure value={position.interest_accrued} unit={position.asset} /> at{' '}
              {position.rate_percent} % a year
            </dd>
          </dl>
        </div>
        <Prices position={position} />
        <Terms position={position} />
        <Actions position={position} />
      </div>
      <Calls positionId={position.id} />
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

function Prices({ position }: { readonly position: Position }) {
  const prices = useQuery(pricesQuery(useClient()))
  const ageOf = (asset: string) =>
    prices.data?.find((price) => price.asset === asset)?.observe_time ?? null
  return (
    <div className="panel">
      <h2>Prices</h2>
      <dl className="facts">
        <dt>{position.asset} at the last mark-to-market</dt>
        <dd>
          <Figure value={position.price_at_last_m2m} unit="USD" />
          <br />
          <Instant at={position.last_m2m_at} />
        </dd>
        <dt>{position.asset} now</dt>
        <dd>
          <Figure value={position.current_price} unit="USD" missing="no current price" />
          <br />
          <Age of={ageOf(position.asset)} />
        </dd>
        <dt>{position.collateral_asset} now</dt>
        <dd>
          <Figure value={position.collateral_price} unit="USD" missing="no current price" />
          <br />
          <Age of={ageOf(position.collateral_asset)} />
        </dd>
      </dl>
    </div>
  )
}

function Terms({ position: { terms, collateral_asset } }: { readonly position: Position }) {
  return (
    <div className="panel">
      <h2>Terms</h2>
      <dl className="facts">
        {terms.requirement_percent === null ? (
          <>
            <dt>Haircut</dt>
            <dd>
              <Figure value={terms.haircut} />
            </dd>
          </>
        ) : (
          <>
            <dt>Requirement</dt>
            <dd>
              <Figure value={terms.requirement_percent} unit="%" />
            </dd>
          </>
        )}
        <dt>Margin call level</dt>
        <dd>
          <Figure value={terms.margin_call_percent} unit="%" />
        </dd>
        <dt>Liquidation level</dt>
        <dd>
          <Figure value={terms.liquidation_percent} unit="%" />
        </dd>
        <dt>Threshold</dt>
        <dd>
          <Figure value={terms.threshold_usd} unit="USD" />
        </dd>
        <dt>Minimum of a top-up</dt>
        <dd>
          <Figure value={terms.minimum_notional_top_up_usd} unit="USD" />
        </dd>
        <dt>Minimum of a release</dt>
        <dd>
          <Figure value={terms.minimum_notional_release_usd} unit="USD" />
        </dd>
        <dt>Lots</dt>
        <dd>
          <Figure value={terms.lot_top_up} unit={collateral_asset} /> up,{' '}
          <Figure value={terms.lot_release} unit={collateral_asset} /> down
        </dd>
      </dl>
    </div>
  )
}

function Actions({ position }: { readonly position: Position }) {
  return (
    <div className="panel">
      <h2>What may be done</h2>
      <ul className={styles['actions']}>
        {position.actions.map(({ action, available, reason }) => (
          <li key={action} data-available={available}>
            <strong>{action.replaceAll('_', ' ')}</strong>{' '}
            {available ? <span>available</span> : <span>{reason}</span>}
          </li>
        ))}
      </ul>
    </div>
  )
}

function Calls({ positionId }: { readonly positionId: string }) {
  const calls = useQuery(callsQuery(useClient(), { position_id: positionId, page_size: 20 }))
  if (calls.data === undefined || calls.data.mark_to_market_requests.length === 0) return null
  return (
    <section>
      <h2>Calls and releases</h2>
      <CallRows calls={calls.data.mark_to_market_requests} />
      <p>
        <Link to="/calls">All calls</Link>
      </p>
    </section>
  )
}
