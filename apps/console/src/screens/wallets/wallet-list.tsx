import type { Wallet } from '@vadium/client'
import { retireWallet } from '@vadium/schema'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Read } from '../../figures/read.tsx'
import { Written } from '../../figures/written.tsx'
import { useChoices, useCustodianName } from '../../service/choices.ts'
import { walletsQuery } from '../../service/operator-queries.ts'
import { useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { withinFirm } from '../../service/within-firm.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'

/** The wallets of an organization. Who may, retires one. */
export function WalletList({ organizationId }: { readonly organizationId: string }) {
  const client = useClient()
  const mayRetire = useMay(retireWallet)
  const { written, isBusy, write } = useWrite<Wallet>()
  return (
    <>
      <Read
        of={useRead(walletsQuery, organizationId)}
        what="the wallets"
        none="There is no wallet."
      >
        {(wallets) => (
          <WalletRows
            wallets={wallets}
            isBusy={isBusy}
            retire={
              mayRetire
                ? (wallet_id) => {
                    void write((options) => client.wallets.retire({ wallet_id }, options))
                  }
                : undefined
            }
          />
        )}
      </Read>
      <Written written={written} done={({ name }) => <p>The wallet {name} is retired.</p>} />
    </>
  )
}

function WalletRows({
  wallets,
  isBusy,
  retire,
}: {
  readonly wallets: readonly Wallet[]
  readonly isBusy: boolean
  readonly retire: ((id: string) => void) | undefined
}) {
  const custodianName = useCustodianName()
  const { organizations } = useChoices()
  const firm =
    organizations.find(({ value }) => value === wallets[0]?.organization_id)?.name ?? null
  const columns: readonly Column<Wallet>[] = [
    {
      id: 'custodian',
      name: 'Custodian',
      groups: true,
      value: ({ custodian }) => custodianName(custodian),
    },
    {
      id: 'id',
      name: 'Id there',
      value: ({ id }) => id,
      cell: ({ id }) => <code>{id}</code>,
    },
    { id: 'name', name: 'Name', value: ({ name }) => withinFirm(name, firm) },
    {
      id: 'address',
      name: 'Address',
      value: ({ address }) => address,
      cell: ({ address }) => <code>{address}</code>,
    },
    { id: 'assets', name: 'Assets', value: ({ assets }) => assets.join(', ') },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ retire_time: time }) => (time === null ? 'in use' : 'retired'),
      cell: ({ retire_time: time }) =>
        time === null ? (
          <Badge tone="covered">in use</Badge>
        ) : (
          <Badge tone="liquidation">retired</Badge>
        ),
    },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: ({ id, name, retire_time: time }) =>
        time === null &&
        retire !== undefined && (
          <ConfirmedButton
            name="Retire"
            question={`Let no new order take ${name}, for good?`}
            isDisabled={isBusy}
            act={() => {
              retire(id)
            }}
          />
        ),
    },
  ]
  return (
    <OwnTable
      name="Wallets"
      what="wallets"
      columns={columns}
      rows={wallets}
      idOf={({ custodian, id }) => `${custodian} ${id}`}
    />
  )
}
