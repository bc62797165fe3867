import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Empty } from '../../figures/states.tsx'
import { Title } from '../../figures/title.tsx'
import { agreementsQuery, openPositionsQuery } from '../../service/counterparty-queries.ts'
import { mayRead, useCaller, useOwnId } from '../../service/people.ts'
import { callerQuery, ownPricesQuery } from '../../service/queries.ts'
import { both, useRead } from '../../service/read.ts'
import { AgreementRows } from './agreement-rows.tsx'
import { ExposureBars } from './exposure-bars.tsx'
import { ExposureRows } from './exposure-rows.tsx'
import { type CounterpartyExposure, counterpartyExposures } from './exposures.ts'

const Automations = later(
  async () => (await import('./automations.tsx')).Automations,
  'the automations',
)

const Limits = later(async () => (await import('./limits.tsx')).Limits, 'the limits')

/**
 * The other sides of the book: what is open with each, within which limits, on which terms, and
 * what is called.
 */
export function Counterparties() {
  const caller = useCaller()
  return (
    <div className={page['screen']}>
      <Title>Counterparties</Title>
      <Exposures />
      {caller !== undefined && mayRead(caller, 'listCounterpartyLimits') && <Limits />}
      <Agreements />
      {caller !== undefined && mayRead(caller, 'listAutomations') && <Automations />}
    </div>
  )
}

function Exposures() {
  const book = both(useRead(openPositionsQuery), useRead(ownPricesQuery))
  return (
    <section className={page['form']}>
      <h2>Exposure by counterparty and asset</h2>
      <Read of={both(useRead(callerQuery), book)} what="the exposures">
        {([{ organization }, [{ positions, isWhole }, prices]]) =>
          positions.length === 0 ? (
            <Empty>No position is open.</Empty>
          ) : (
            <>
              {!isWhole && (
                <p className={page['note']} data-tone="bad" role="alert">
                  The book has more open positions than are summed here. The report of the exposure
                  by counterparty has all of them.
                </p>
              )}
              <InBothForms exposures={counterpartyExposures(positions, organization.id, prices)} />
              <p className={page['fine']}>
                Exact sums over {positions.length} open positions, made in this browser by the
                margin package at the current prices. Net is lent and posted, less borrowed and
                held.
              </p>
            </>
          )
        }
      </Read>
    </section>
  )
}

function InBothForms({ exposures }: { readonly exposures: readonly CounterpartyExposure[] }) {
  return (
    <>
      <ExposureBars exposures={exposures} />
      <ExposureRows exposures={exposures} />
    </>
  )
}

function Agreements() {
  const ownId = useOwnId()
  return (
    <section className={page['form']}>
      <h2>Agreements</h2>
      <Read of={useRead(agreementsQuery)} what="the agreements" none="There is no agreement yet.">
        {(agreements) => <AgreementRows agreements={agreements} ownId={ownId} />}
      </Read>
    </section>
  )
}
