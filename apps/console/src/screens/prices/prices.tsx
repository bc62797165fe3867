import { useNavigate, useSearch } from '@tanstack/react-router'
import { Choice } from '../../figures/choice.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { ownPricesQuery, pricesQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { PriceHistory } from './price-history.tsx'
import { PriceRows } from './price-rows.tsx'
import type { PriceSearch } from './price-search.ts'

/** The prices that the positions of a desk rest on, or all, and what each of them was. */
export function Prices() {
  const search = useSearch({ from: '/prices' })
  const navigate = useNavigate()
  const isAll = search.of === 'all'
  const change = (changed: PriceSearch) => {
    void navigate({ to: '/prices', search: { ...search, ...changed } })
  }
  return (
    <div className={page['screen']}>
      <Title>Prices</Title>
      <div className="filters">
        <Choice
          label="Assets"
          any="of our positions"
          value={search.of}
          options={[{ value: 'all', name: 'all' }]}
          choose={(of) => {
            change({ of: of === 'all' ? of : undefined })
          }}
        />
      </div>
      <Read
        of={useRead(isAll ? pricesQuery : ownPricesQuery)}
        what="the prices"
        none={isAll ? 'There is no asset yet.' : 'No open position rests on a price.'}
      >
        {(prices) => (
          <>
            <PriceRows prices={prices} />
            <PriceHistory prices={prices} chosen={search} choose={change} />
          </>
        )}
      </Read>
    </div>
  )
}
