import { useQuery } from '@tanstack/react-query'
import page from '../../figures/page.module.css'
import { Empty, Failure, Loading } from '../../figures/states.tsx'
import { agreementsQuery, openPositionsQuery } from '../../service/counterparty-queries.ts'
import { callerQuery, pricesQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { AgreementRows } from './agreement-rows.tsx'
import { ExposureRows } from './exposure-rows.tsx'
import { counterpartyExposures } from './exposures.ts'

/** The other sides of the book: what is open with each, and on which terms. */
export function Counterparties() {
  return (
    <div className={page['screen']}>
      <h1>Counterparties</h1>
      <Exposures />
      <Agreements />
    </div>
  )
}

function Exposures() {
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const positions = useQuery(openPositionsQuery(client))
  const prices = useQuery(pricesQuery(client))
  const failed = [caller, positions, prices].find(({ isLoadingError }) => isLoadingError)
  if (failed !== undefined) {
    const again = () => void failed.refetch()
    return <Failure error={failed.error} what="the exposures" again={again} />
  }
  if (!caller.data || !positions.data || !prices.data) return <Loading what="the exposures" />
  const exposures = counterpartyExposures(
    positions.data.positions,
    caller.data.organization.id,
    prices.data,
  )
  return (
    <section className={page['form']}>
      <h2>Exposure by counterparty and asset</h2>
      {exposures.length === 0 ? (
        <Empty>No position is open.</Empty>
      ) : (
        <>
          {!positions.data.isWhole && (
            <p className={page['note']} data-tone="bad" role="alert">
              The book has more open positions than are summed here. The report of the exposure by
              counterparty has all of them.
            </p>
          )}
          <ExposureRows exposures={exposures} />
          <p className={page['fine']}>
            Exact sums over {positions.data.positions.length} open positions, made in this browser
            by the margin package at the current prices. Net is lent and posted, less borrowed and
            held.
          </p>
        </>
      )}
    </section>
  )
}

function Agreements() {
  const client = useClient()
  const caller = useQuery(callerQuery(client))
  const agreements = useQuery(agreementsQuery(client))
  return (
    <section className={page['form']}>
      <h2>Agreements</h2>
      {agreements.isPending && <Loading what="the agreements" />}
      {agreements.isLoadingError && (
        <Failure
          error={agreements.error}
          what="the agreements"
          again={() => void agreements.refetch()}
        />
      )}
      {agreements.data?.length === 0 && <Empty>There is no agreement yet.</Empty>}
      {agreements.data !== undefined && agreements.data.length > 0 && (
        <AgreementRows agreements={agreements.data} ownId={caller.data?.organization.id ?? ''} />
      )}
    </section>
  )
}
