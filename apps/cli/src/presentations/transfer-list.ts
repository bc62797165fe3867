import { listTransfers, Transfer, type TransferParty } from '@vadium/schema'
import { listPresentation, type NameOf } from './presentation.ts'
import { shortId } from './shown-value.ts'

const nameColumn = { only: 'wide', mayBeMissing: true, namesOrganizations: true } as const

/** The transfer list: one line each, with the figures of the service unchanged. */
export const transferList = listPresentation(listTransfers, Transfer, {
  examples: [
    'vadium transfers list --status IN_PROGRESS --token USDC',
    'vadium transfers list --order-id 1042 --wide',
    "vadium transfers list --all --json | jq -r '.transfers[].id'",
  ],
  columns: [
    { heading: 'ID', only: 'wide', value: ({ id }) => id },
    { heading: 'CREATED', kind: 'time', leavesAs: 5, value: ({ create_time: at }) => at },
    { heading: 'UPDATED', kind: 'time', only: 'wide', value: ({ update_time: at }) => at },
    { heading: 'CATEGORY', leavesAs: 4, value: ({ category }) => category },
    { heading: 'STATUS', kind: 'state', value: ({ status }) => status },
    { heading: 'TOKEN', value: ({ token }) => token },
    { heading: 'QUANTITY', kind: 'figure', align: 'right', value: ({ quantity }) => quantity },
    {
      heading: 'NOTIONAL USD',
      kind: 'figure',
      align: 'right',
      leavesAs: 2,
      value: ({ notional }) => notional,
    },
    { heading: 'ORDER', align: 'right', leavesAs: 3, value: ({ order_id }) => String(order_id) },
    {
      heading: 'SENDER → RECEIVER',
      only: 'compact',
      namesOrganizations: true,
      value: ({ sender, receiver }, nameOf) =>
        `${shortOrganization(sender, nameOf)} → ${shortOrganization(receiver, nameOf)}`,
    },
    { heading: 'SENDER', only: 'wide', value: ({ sender }) => organization(sender) },
    { ...nameColumn, heading: 'SENDER NAME', value: ({ sender }, nameOf) => named(sender, nameOf) },
    { heading: 'SENDER CUSTODIAN', only: 'wide', value: ({ sender }) => sender.custodian },
    { heading: 'SENDER WALLET', only: 'wide', value: ({ sender }) => sender.wallet_address },
    { heading: 'RECEIVER', only: 'wide', value: ({ receiver }) => organization(receiver) },
    {
      ...nameColumn,
      heading: 'RECEIVER NAME',
      value: ({ receiver }, nameOf) => named(receiver, nameOf),
    },
    { heading: 'RECEIVER CUSTODIAN', only: 'wide', value: ({ receiver }) => receiver.custodian },
    { heading: 'RECEIVER WALLET', only: 'wide', value: ({ receiver }) => receiver.wallet_address },
    {
      heading: 'EXTERNAL ID',
      only: 'wide',
      value: ({ external_transfer_id }) => external_transfer_id,
    },
    {
      heading: 'PROVIDER',
      only: 'wide',
      value: ({ provider_lifecycle: { provider } }) => provider,
    },
    {
      heading: 'PROVIDER STATE',
      leavesAs: 1,
      value: ({ provider_lifecycle: { state } }) => state,
    },
  ],
})

function organization({ organization_id }: TransferParty): string {
  return organization_id.replace(/^organizations\//, '')
}

function named(party: TransferParty, nameOf: NameOf): string {
  return nameOf(organization(party)) ?? ''
}

function shortOrganization(party: TransferParty, nameOf: NameOf): string {
  const id = organization(party)
  return nameOf(id) ?? shortId(id)
}
