import type { Transfer, TransferWithSteps } from '@vadium/client'
import { cancelTransfer } from '@vadium/schema'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Button } from '../../figures/button.tsx'
import { Facts } from '../../figures/facts.tsx'
import { Figure } from '../../figures/figure.tsx'
import { Read } from '../../figures/read.tsx'
import { Title } from '../../figures/title.tsx'
import { todayQuery } from '../../service/history-queries.ts'
import { useMay } from '../../service/people.ts'
import { transferQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { CancelTransferDialog } from './cancel-transfer-dialog.tsx'
import { usePartyNames } from './party-names.ts'
import { purposeWords } from './purpose-words.ts'
import { TransferPath } from './transfer-path.tsx'
import { TransferStatus } from './transfer-rows.tsx'
import styles from './transfers.module.css'

/** One transfer: what moves, where it is, what its provider says. */
export function TransferScreen() {
  const { transferId } = useParams({ from: '/transfers/$transferId' })
  return (
    <Read of={useRead(transferQuery, transferId)} what="the transfer">
      {(transfer) => <TransferView transfer={transfer} />}
    </Read>
  )
}

function TransferView({ transfer }: { readonly transfer: TransferWithSteps }) {
  return (
    <div className={styles['screen']}>
      <div className={styles['head']}>
        <Title>
          Order {transfer.order_id}: <Figure value={transfer.quantity} unit={transfer.token} />
        </Title>
        <TransferStatus transfer={transfer} />
        <Cancel transfer={transfer} />
      </div>
      <TransferPath transfer={transfer} />
      <div className={styles['columns']}>
        <Facts
          title="The transfer"
          facts={[
            ['Purpose', purposeWords(transfer.category)],
            ['Value when it was created', <Figure value={transfer.notional} unit="USD" />],
            ['Id at the provider', <code>{transfer.external_transfer_id}</code>],
          ]}
        />
        <Party name="Sender" transfer={transfer} side="sender" />
        <Party name="Receiver" transfer={transfer} side="receiver" />
      </div>
    </div>
  )
}

/**
 * A late transfer may be cancelled by its receiver, and an asset that goes back by either side. The
 * service decides, and says why if not.
 */
function Cancel({ transfer }: { readonly transfer: Transfer }) {
  const [isAsked, setIsAsked] = useState(false)
  const isMoving = transfer.status === 'PENDING' || transfer.status === 'IN_PROGRESS'
  const late = useRead(todayQuery).data?.late_transfers.transfers ?? []
  const isOffered = late.some(
    ({ id, actions: [cancel] }) => id === transfer.id && cancel?.available === true,
  )
  const isPossible = isMoving && (isOffered || transfer.category === 'return')
  if (!useMay(cancelTransfer) || (!isPossible && !isAsked)) return null
  return (
    <>
      <Button
        className="button"
        onPress={() => {
          setIsAsked(true)
        }}
      >
        Cancel
      </Button>
      {isAsked && (
        <CancelTransferDialog
          id={transfer.id}
          title={`Order ${transfer.order_id}: cancel the transfer?`}
          close={() => {
            setIsAsked(false)
          }}
        />
      )}
    </>
  )
}

function Party({
  name,
  transfer,
  side,
}: {
  readonly name: string
  readonly transfer: Transfer
  readonly side: 'sender' | 'receiver'
}) {
  const party = transfer[side]
  const { organization, custodian } = usePartyNames([transfer])(party)
  return (
    <Facts
      title={name}
      facts={[
        ['Organization', organization],
        ['Custodian', custodian],
        ['Wallet', <code>{party.wallet_address}</code>],
      ]}
    />
  )
}
