import type { AgreementVersion, Order } from '@vadium/client'
import { agreementsQuery } from '../../service/counterparty-queries.ts'
import { useRead } from '../../service/read.ts'

/** Versions of calendars, such as `london (version 2)`. */
export const pinnedText = (pinned: AgreementVersion['calendar_versions']): string =>
  pinned.map(({ id, version }) => `${id} (version ${version})`).join(', ')

/** The versions of the calendars that the terms of an order pin, for what is asked now. */
export function PinnedCalendars({ order }: { readonly order: Order }) {
  const agreements = useRead(agreementsQuery).data ?? []
  const agreement = agreements.find(
    ({ lender_id, borrower_id }) =>
      lender_id === order.lender_id && borrower_id === order.borrower_id,
  )
  const version = agreement?.versions.find((one) => one.version === order.terms_version)
  if (version === undefined) return <>{order.terms.calendars.join(', ')}</>
  return (
    <>
      {pinnedText(version.calendar_versions)}
      {'; a newer version from 7 days after its notice on'}
    </>
  )
}
