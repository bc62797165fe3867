import { useSearch } from '@tanstack/react-router'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { positionQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { BookHypothesis } from './book-hypothesis.tsx'
import { PositionHypothesis } from './position-hypothesis.tsx'
import styles from './what-if.module.css'

/** What would be due if something were different. Nothing on this screen is sent. */
export function WhatIf() {
  const search = useSearch({ from: '/what-if' })
  return (
    <div className={styles['screen']}>
      <Title>What if</Title>
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
  return (
    <Read of={useRead(positionQuery, id)} what="the position">
      {(position) => <PositionHypothesis position={position} />}
    </Read>
  )
}
