import type { MailAddress, MailDelivery } from '@vadium/client'
import { mailSuspensions } from '@vadium/schema'
import { useState } from 'react'
import { Badge, type Tone } from '../../figures/badge.tsx'
import { Button } from '../../figures/button.tsx'
import { ConfirmedButton } from '../../figures/confirmed-button.tsx'
import page from '../../figures/page.module.css'
import { Written } from '../../figures/written.tsx'
import { useAccountName } from '../../service/people.ts'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import type { Column } from '../../table/column.ts'
import { OwnTable } from '../../table/part-table.tsx'
import { ChangeAddress } from './change-address.tsx'

const tones: Readonly<Record<string, Tone>> = { ACTIVE: 'covered', SUSPENDED: 'call' }

interface Writes {
  readonly changed: ReturnType<typeof useWrite<MailAddress>>
  readonly tested: ReturnType<typeof useWrite<MailDelivery>>
  readonly change: (id: string) => void
}

/** The addresses, and what may be done with each. */
export function AddressRows({ addresses }: { readonly addresses: readonly MailAddress[] }) {
  const changed = useWrite<MailAddress>()
  const tested = useWrite<MailDelivery>()
  const [chosen, change] = useState<string>()
  const changing = addresses.find(({ id }) => id === chosen)
  return (
    <>
      <OwnTable
        name="Addresses"
        what="addresses"
        columns={useColumns({ changed, tested, change })}
        rows={addresses}
        idOf={({ id }) => id}
      />
      {changing !== undefined && (
        <ChangeAddress
          key={changing.id}
          of={changing}
          close={() => {
            change(undefined)
          }}
        />
      )}
      <Written written={changed.written} done={() => <p>It is done.</p>} />
      <Written written={tested.written} done={() => <p>A test is sent: see its delivery.</p>} />
    </>
  )
}

function useColumns(writes: Writes): readonly Column<MailAddress>[] {
  const accountName = useAccountName()
  return [
    { id: 'address', name: 'Address', value: ({ address }) => address },
    {
      id: 'of',
      name: 'Of',
      groups: true,
      value: ({ account_id: account }) => (account === null ? 'a desk' : accountName(account)),
    },
    {
      id: 'state',
      name: 'State',
      groups: true,
      value: ({ state }) => state,
      cell: ({ state, suspension }) => (
        <>
          <Badge tone={tones[state] ?? 'plain'}>{state}</Badge> {suspensionWords(suspension)}
        </>
      ),
    },
    { id: 'severity', name: 'At once from', value: ({ immediate_severity: least }) => least },
    {
      id: 'digest',
      name: 'Digest',
      value: ({ digest_time: time, time_zone: zone }) => (time === null ? null : `${time} ${zone}`),
    },
    { id: 'content', name: 'Content', groups: true, value: ({ content }) => content },
    {
      id: 'actions',
      name: 'Actions',
      isOnScreenOnly: true,
      head: <span className="visually-hidden">Actions</span>,
      cell: (address) => <Actions address={address} {...writes} />,
    },
  ]
}

function suspensionWords(suspension: string | null): string {
  const known: Readonly<Record<string, string>> = mailSuspensions
  return suspension === null ? '' : (known[suspension] ?? suspension)
}

function Actions({
  address: { id, address, state },
  changed,
  tested,
  change,
}: Writes & { readonly address: MailAddress }) {
  const { mail } = useClient()
  const isBusy = changed.isBusy || tested.isBusy
  return (
    <span className={page['buttons']}>
      {state === 'ACTIVE' ? (
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => {
            void tested.write((options) => mail.test(id, options))
          }}
        >
          Test
        </Button>
      ) : (
        <Button
          className="button"
          isDisabled={isBusy}
          onPress={() => {
            void changed.write((options) => mail.sendCode(id, options))
          }}
        >
          Send a code
        </Button>
      )}
      <Button
        className="button"
        onPress={() => {
          change(id)
        }}
      >
        Change
      </Button>
      <ConfirmedButton
        name="Delete"
        question={`Erase ${address ?? 'the address'} for good?`}
        isDisabled={isBusy}
        act={() => {
          void changed.write((options) => mail.delete(id, options))
        }}
      />
    </span>
  )
}
