import type { Transfer } from '@vadium/client'
import { cancelTransfer } from '@vadium/schema'
import { ConfirmDialog } from '../../figures/confirm-dialog.tsx'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'

/** Requests the cancellation of a transfer at its custodian. */
export function CancelTransferDialog({
  id,
  title,
  close,
}: {
  readonly id: string
  readonly title: string
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<Transfer>()
  return (
    <ConfirmDialog
      title={title}
      action={cancelTransfer.summary}
      send={() => {
        void write.write((options) => client.transfers.cancel(id, options))
      }}
      write={write}
      done={({ provider_lifecycle }) => <p>Requested. {provider_lifecycle.label}.</p>}
      close={close}
    >
      <p>It stays under way until the custodian answers, which may be that it is too late.</p>
    </ConfirmDialog>
  )
}
