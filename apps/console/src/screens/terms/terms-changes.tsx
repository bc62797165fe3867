import type { Agreement } from '@vadium/client'
import { replacedVersion } from '@vadium/schema'
import { Instant } from '../../figures/time.tsx'
import { useNow } from '../../service/now.ts'
import { versionInEffect } from './version-in-effect.ts'
import { type NumberedTerms, ofVersion, TermsTable } from './terms-table.tsx'

/**
 * What proposed terms change of the version that they replace, and of the one in effect if that is
 * another one. If no version is agreed, it is all of them.
 */
export function TermsChanges({
  agreement,
  proposed,
}: {
  readonly agreement: Agreement
  readonly proposed: NumberedTerms
}) {
  const to = ofVersion(proposed)
  const inEffect = versionInEffect(agreement, useNow())
  const replaced = replacedVersion(agreement, proposed)
  if (replaced === undefined) {
    return (
      <>
        <p>No version is agreed yet: these are all terms.</p>
        <TermsTable from={to} to={to} />
      </>
    )
  }
  return (
    <>
      <p>
        {to.name} replaces version {replaced.version}, agreed from{' '}
        <Instant at={replaced.in_effect_time ?? replaced.effective_time} />.
      </p>
      <TermsTable from={ofVersion(replaced)} to={to} areAllShown={false} />
      {inEffect !== undefined && inEffect !== replaced && (
        <>
          <p>Version {inEffect.version} is in effect now.</p>
          <TermsTable from={ofVersion(inEffect)} to={to} areAllShown={false} />
        </>
      )}
    </>
  )
}
