import { createCustodian, createWallet } from '@vadium/schema'
import { Form, FormChoices, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { Read } from '../../figures/read.tsx'
import { assetsQuery } from '../../service/operator-queries.ts'
import { custodiansQuery } from '../../service/queries.ts'
import { all, useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useForm } from '../../service/use-form.ts'
import { WalletList } from '../wallets/wallet-list.tsx'

/** The wallets of an organization, and forms for another one and for a custodian. */
export function Wallets({ organizationId }: { readonly organizationId: string }) {
  return (
    <>
      <WalletList organizationId={organizationId} />
      <NewWallet organizationId={organizationId} />
      <details className="panel">
        <summary>The custodian is not among them</summary>
        <NewCustodian />
      </details>
    </>
  )
}

function NewWallet({ organizationId }: { readonly organizationId: string }) {
  const { wallets } = useClient()
  const custodians = useRead(custodiansQuery)
  const assets = useRead(assetsQuery)
  const choices = all<unknown>([custodians, assets])
  const form = useForm({
    schema: createWallet.body,
    complete: (draft) => ({ assets: [], ...draft, organization_id: organizationId }),
    offers: () => ({
      custodian: custodians.data?.map(({ id, name }) => ({ value: id, name })) ?? [],
      assets: assets.data?.map(({ symbol }) => ({ value: symbol, name: symbol })) ?? [],
    }),
    send: (body, options) => wallets.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New wallet"
      action="Create the wallet"
      isBlocked={choices.data === undefined}
      done={({ name }) => <p>The wallet {name} was created.</p>}
    >
      <Read of={choices} what="the custodians and assets">
        {() => (
          <>
            <div className={page['fields']}>
              <FormInput of={form} name="custodian" label="Custodian" />
              <FormInput of={form} name="id" label="Id of the wallet at the custodian" />
              <FormInput of={form} name="name" label="Name of the wallet" />
              <FormInput of={form} name="address" label="Address of the wallet" />
            </div>
            <FormChoices of={form} name="assets" label="Assets that it can hold" />
          </>
        )}
      </Read>
    </Form>
  )
}

function NewCustodian() {
  const { custodians } = useClient()
  const form = useForm({
    schema: createCustodian.body,
    send: (body, options) => custodians.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New custodian"
      action="Create the custodian"
      done={({ name }) => <p>{name} was created.</p>}
    >
      <div className={page['fields']}>
        <FormInput of={form} name="id" label="Id of the custodian" />
        <FormInput of={form} name="name" label="Name of the custodian" />
        <FormInput of={form} name="adapter" label="Adapter" />
      </div>
    </Form>
  )
}
