import { Fragment, type ReactNode } from 'react'

/** A panel of facts, each with its name. */
export function Facts({
  title,
  facts,
}: {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: ReactNode])[]
}) {
  return (
    <div className="panel">
      <h2>{title}</h2>
      <dl className="facts">
        {facts.map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
      </dl>
    </div>
  )
}
