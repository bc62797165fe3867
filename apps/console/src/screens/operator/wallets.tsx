import { createCustodian, createWallet } from '@vadium/schema'
import { Form, FormChoices, FormInput } from '../../figures/form.tsx'
import page from '../../figures/page.module.css'
import { assetsQuery } from '../../service/operator-queries.ts'
import { custodiansQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
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
  const custodians = useRead(custodiansQuery).data ?? []
  const assets = useRead(assetsQuery).data ?? []
  const form = useForm({
    schema: createWallet.body,
    complete: (draft) => ({ assets: [], ...draft, organization_id: organizationId }),
    send: (body, options) => wallets.create(body, options),
  })
  return (
    <Form
      of={form}
      name="New wallet"
      action="Create the wallet"
      done={({ name }) => <p>The wallet {name} was created.</p>}
    >
      <div className={page['fields']}>
        <FormInput
          of={form}
          name="custodian"
          label="Custodian"
          options={custodians.map(({ id, name }) => ({ value: id, name }))}
        />
        <FormInput of={form} name="id" label="Id of the wallet at the custodian" />
        <FormInput of={form} name="name" label="Name of the wallet" />
        <FormInput of={form} name="address" label="Address of the wallet" />
      </div>
      <FormChoices
        of={form}
        name="assets"
        label="Assets that it can hold"
        options={assets.map(({ symbol }) => ({ value: symbol, name: symbol }))}
      />
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
