import type { ResolvedRequest } from '@vadium/client'
import { allTerms, termWords, writtenTerm } from '@vadium/schema'

type ChangedTerms = NonNullable<ResolvedRequest['terms']>

/** The terms that are to apply, those that differ one by one, beside what they are now. */
export function TermsChange({ terms }: { readonly terms: ChangedTerms }) {
  const { before, after, before_version: old, after_version: version } = terms
  const changed = allTerms.filter(
    (term) => writtenTerm(term, before[term]) !== writtenTerm(term, after[term]),
  )
  return (
    <>
      <p>
        From the acceptance on, version {version} of the terms applies to this order instead of
        version {old}. Reports on the past keep the terms of their time.
      </p>
      <ul aria-label="What differs">
        {changed.map((term) => (
          <li key={term}>
            {termWords[term].name}: <strong>{writtenTerm(term, after[term])}</strong> instead of{' '}
            {writtenTerm(term, before[term])}
          </li>
        ))}
      </ul>
      {changed.length === 0 && <p>No term differs.</p>}
    </>
  )
}
