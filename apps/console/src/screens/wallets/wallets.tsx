import page from '../../figures/page.module.css'
import { Title } from '../../figures/title.tsx'
import { useCaller } from '../../service/people.ts'
import { WalletList } from './wallet-list.tsx'

/** The wallets to which assets of the organization's deals can be sent. */
export function OwnWallets() {
  const own = useCaller()?.organization
  return (
    <div className={page['screen']}>
      <Title>Wallets</Title>
      <p>
        Assets of your deals can be sent to these. A retired wallet is in no new order and no
        request of yours. Transfers of deals that name it go on, until an order names another one.
      </p>
      {own !== undefined && <WalletList organizationId={own.id} />}
    </div>
  )
}
