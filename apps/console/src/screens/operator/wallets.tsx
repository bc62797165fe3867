import type { Custodian, Wallet } from '@vadium/client'
import { custodyAdapters } from '@vadium/schema'
import { useState } from 'react'
import { Button } from 'react-aria-components'
import { Choice } from '../../figures/choice.tsx'
import page from '../../figures/page.module.css'
import { TextInput } from '../../figures/text-input.tsx'
import { Written } from '../../figures/written.tsx'
import { assetsQuery } from '../../service/operator-queries.ts'
import { custodiansQuery } from '../../service/queries.ts'
import { useRead } from '../../service/read.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite, wasTaken } from '../../service/write.ts'
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

const noWallet = { id: '', name: '', address: '' }

function NewWallet({ organizationId }: { readonly organizationId: string }) {
  const client = useClient()
  const custodians = useRead(custodiansQuery).data ?? []
  const { written, isBusy, write, reset } = useWrite<Wallet>()
  const isFixed = isBusy || written.state === 'awaits approval'
  const [custodian, setCustodian] = useState<string>()
  const [texts, setTexts] = useState(noWallet)
  const [held, setHeld] = useState<readonly string[]>([])
  const send = () => {
    if (custodian === undefined) return
    const body = { ...texts, organization_id: organizationId, custodian, assets: [...held] }
    void write(async (options) => {
      const wallet = await client.wallets.create(body, options)
      setTexts(noWallet)
      return wallet
    })
  }
  const text = (name: keyof typeof noWallet, label: string) => (
    <TextInput
      label={label}
      value={texts[name]}
      change={(value) => {
        setTexts({ ...texts, [name]: value })
      }}
    />
  )
  const isReady =
    custodian !== undefined && held.length > 0 && Object.values(texts).every((one) => one !== '')
  return (
    <form
      className={page['form']}
      aria-label="New wallet"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset className={page['plain']} disabled={isFixed}>
        <div className={page['fields']}>
          <Choice
            label="Custodian"
            any="choose a custodian"
            value={custodian}
            options={custodians.map(({ id, name }) => ({ value: id, name }))}
            choose={setCustodian}
          />
          {text('id', 'Id of the wallet at the custodian')}
          {text('name', 'Name of the wallet')}
          {text('address', 'Address of the wallet')}
        </div>
        <HeldAssets held={held} choose={setHeld} />
      </fieldset>
      <div>
        <Button type="submit" className="button" isDisabled={isFixed || !isReady}>
          Create the wallet
        </Button>
      </div>
      <Written
        written={written}
        again={reset}
        done={(wallet) => <p>The wallet {wallet.name} was created.</p>}
      />
    </form>
  )
}

function HeldAssets({
  held,
  choose,
}: {
  readonly held: readonly string[]
  readonly choose: (held: readonly string[]) => void
}) {
  const assets = useRead(assetsQuery)
  return (
    <fieldset className={page['choice']}>
      <legend>Assets that it can hold</legend>
      <div className={page['buttons']}>
        {assets.data?.map(({ symbol }) => (
          <label key={symbol} className={page['radio']}>
            <input
              type="checkbox"
              checked={held.includes(symbol)}
              onChange={({ target }) => {
                choose(target.checked ? [...held, symbol] : held.filter((one) => one !== symbol))
              }}
            />
            {symbol}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

function NewCustodian() {
  const client = useClient()
  const { written, isBusy, write, reset } = useWrite<Custodian>()
  const isFixed = isBusy || wasTaken({ written })
  const [id, setId] = useState('')
  const [name, setName] = useState('')
  const [adapter, setAdapter] = useState<(typeof custodyAdapters)[number]>()
  const send = () => {
    if (adapter === undefined) return
    void write((options) => client.custodians.create({ id, name, adapter }, options))
  }
  return (
    <form
      className={page['fields']}
      aria-label="New custodian"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <fieldset className={page['plain']} disabled={isFixed}>
        <TextInput label="Id of the custodian" value={id} change={setId} />
        <TextInput label="Name of the custodian" value={name} change={setName} />
        <Choice
          label="Adapter"
          any="choose an adapter"
          value={adapter}
          options={custodyAdapters.map((value) => ({ value, name: value }))}
          choose={(chosen) => {
            setAdapter(custodyAdapters.find((one) => one === chosen))
          }}
        />
      </fieldset>
      <Button
        type="submit"
        className="button"
        isDisabled={isFixed || id === '' || name === '' || adapter === undefined}
      >
        Create the custodian
      </Button>
      <Written
        written={written}
        again={reset}
        done={(custodian) => <p>{custodian.name} was created.</p>}
      />
    </form>
  )
}
