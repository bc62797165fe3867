import type { CauseFact } from '@vadium/client'
import { Fragment } from 'react'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Figure } from '../../figures/figure.tsx'
import { ResourceLink } from '../../figures/resource-link.tsx'
import { Instant } from '../../figures/time.tsx'
import { causeWords } from './close-out-words.tsx'
import styles from './causes-now.module.css'

const verdicts = new Map<boolean | null, readonly [Tone, string]>([
  [true, ['liquidation', 'is so now']],
  [false, ['plain', 'is not so']],
  [null, ['plain', 'not known without a price']],
])

/** Whether each cause that can be declared is there now, with the figures that decide it. */
export function CausesNow({
  facts,
  chosen,
}: {
  readonly facts: readonly CauseFact[]
  readonly chosen: string
}) {
  return (
    <ul className={styles['causes']} aria-label="Causes now">
      {facts.map((fact) => (
        <li key={fact.cause}>
          <CauseNow fact={fact} isChosen={fact.cause === chosen} />
        </li>
      ))}
    </ul>
  )
}

function CauseNow({
  fact: { cause, holds, since_time: since, conditions },
  isChosen,
}: {
  readonly fact: CauseFact
  readonly isChosen: boolean
}) {
  const [tone, words] = verdicts.get(holds) ?? ['plain', '']
  return (
    <details key={String(isChosen)} open={isChosen}>
      <summary>
        {causeWords(cause)} <Badge tone={tone}>{words}</Badge>
        {since !== null && (
          <>
            {' '}
            since <Instant at={since} />
          </>
        )}
      </summary>
      <ul>
        {conditions.map(({ resource, resource_id: id, text }, index) => (
          // Two requests may have the same sentence.
          <li key={index}>
            {resource?.endsWith('_request') === true && id !== null && (
              <>
                <ResourceLink resource={resource} id={id} />:{' '}
              </>
            )}
            <Sentence text={text} />
          </li>
        ))}
      </ul>
    </details>
  )
}

/** The times and the quantities of a sentence. */
const figures = /(\d{4}-\d\d-\d\dT[\d:.]+Z|(?<= )\d+(?:\.\d+)?(?= [A-Z]))/

/** A sentence of the service, with its figures as the page has them. */
function Sentence({ text }: { readonly text: string }) {
  return text.split(figures).map((part, index) => (
    // Every second part is a figure, and its place is its identity.
    <Fragment key={index}>{index % 2 === 0 ? part : <OneFigure value={part} />}</Fragment>
  ))
}

const OneFigure = ({ value }: { readonly value: string }) =>
  value.endsWith('Z') ? <Instant at={value} /> : <Figure value={value} />
