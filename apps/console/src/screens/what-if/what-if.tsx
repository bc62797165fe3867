import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { Failure, Loading } from '../../figures/states.tsx'
import { positionQuery } from '../../service/queries.ts'
import { useClient } from '../../service/service.tsx'
import { BookHypothesis } from './book-hypothesis.tsx'
import { PositionHypothesis } from './position-hypothesis.tsx'
import styles from './what-if.module.css'

/** What would be due if something were different. Nothing on this screen is sent. */
export function WhatIf() {
  const search = useSearch({ from: '/what-if' })
  return (
    <div className={styles['screen']}>
      <h1>What if</h1>
      <p className={styles['hypothetical']}>
        <strong>Hypothetical.</strong> Every figure here is computed in this browser by the
        published margin package, from the positions and prices of now. Nothing is sent.
      </p>
      {search.position !== undefined && <OnePosition id={search.position} />}
      <BookHypothesis search={search} />
    </div>
  )
}

function OnePosition({ id }: { readonly id: string }) {
  const position = useQuery(positionQuery(useClient(), id))
  if (position.isLoadingError) return <Failure error={position.error} what="the position" />
  if (position.data === undefined) return <Loading what="the position" />
  return <PositionHypothesis position={position.data} />
}
