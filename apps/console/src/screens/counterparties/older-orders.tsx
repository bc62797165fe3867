import type { Agreement, AgreementVersion } from '@vadium/client'
import { createOrderRequest } from '@vadium/schema'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { later } from '../../figures/later.tsx'
import page from '../../figures/page.module.css'
import { useMay, useOwnId } from '../../service/people.ts'
import { amendsTo } from '../many/many-items.ts'

const ManyDialog = later(async () => (await import('../many/many-dialog.tsx')).ManyDialog)

const words = {
  all: 'Ask for all',
  title: 'Newest terms for open orders',
  send: 'Send',
  done: 'sent',
} as const

/** A side of an agreement asks for its newest terms for all open orders that have older ones. */
export function OlderOrders({
  agreement,
  newest: { version },
}: {
  readonly agreement: Agreement
  readonly newest: AgreementVersion
}) {
  const ownId = useOwnId()
  const mayAsk = useMay(createOrderRequest)
  const [isOpen, setIsOpen] = useState(false)
  const { lender_id: lenderId, borrower_id: borrowerId } = agreement
  if (!mayAsk || version === 1 || ![lenderId, borrowerId].includes(ownId)) return null
  const counterparty =
    ownId === lenderId
      ? { id: borrowerId, name: agreement.borrower_name }
      : { id: lenderId, name: agreement.lender_name }
  return (
    <section className={`panel ${page['form'] ?? ''}`} aria-label="Open orders">
      <p>
        Open orders keep the terms with which they were accepted, until both sides agree on version{' '}
        {version} for them.
      </p>
      <Button
        className="button"
        onPress={() => {
          setIsOpen(true)
        }}
      >
        Ask for version {version} for all …
      </Button>
      {isOpen && (
        <ManyDialog
          kind={`amend ${agreement.id} ${version}`}
          words={words}
          namedBy={amendsTo({ version, lenderId, borrowerId, counterparty })}
          close={() => {
            setIsOpen(false)
          }}
        />
      )}
    </section>
  )
}
