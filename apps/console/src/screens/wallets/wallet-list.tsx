import type { Wallet } from '@vadium/client'
import { retireWallet } from '@vadium/schema'
import { Badge } from '../../figures/badge.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import { Read } from '../../figures/read.tsx'
import { TableScroll } from '../../figures/table-scroll.tsx'
import { Written } from '../../figures/written.tsx'
import { walletsQuery } from '../../service/operator-queries.ts'
import { useMay } from '../../service/people.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

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
  return (
    <TableScroll name="Wallets">
      <table>
        <thead>
          <tr>
            <th>Custodian</th>
            <th>Id there</th>
            <th>Name</th>
            <th>Address</th>
            <th>Assets</th>
            <th>State</th>
            <th>
              <span className="visually-hidden">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {wallets.map(({ id, custodian, name, address, assets, retire_time }) => (
            <tr key={`${custodian} ${id}`}>
              <td>{custodian}</td>
              <td className="cut" title={id}>
                <code>{id}</code>
              </td>
              <td className="cut" title={name}>
                {name}
              </td>
              <td className="cut" title={address}>
                <code>{address}</code>
              </td>
              <td>{assets.join(', ')}</td>
              <td>
                {retire_time === null ? (
                  <Badge tone="covered">in use</Badge>
                ) : (
                  <Badge tone="liquidation">retired</Badge>
                )}
              </td>
              <td>
                {retire_time === null && retire !== undefined && (
                  <ConfirmedButton
                    name="Retire"
                    question={`Let no new order take ${name}, for good?`}
                    isDisabled={isBusy}
                    act={() => {
                      retire(id)
                    }}
                  />
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}
