import type { FailedTransfer, PreviewRequest, RequestOptions, VadiumClient } from '@vadium/client'
import { useClient } from '../../service/service.tsx'
import { useWrite } from '../../service/write.ts'
import { AnswerDialog } from '../what-moves/answer-dialog.tsx'

/** What a retry moves, before it is sent. All failed transfers of what it belongs to move again. */
export function RetryDialog({
  transfer,
  close,
}: {
  readonly transfer: FailedTransfer
  readonly close: () => void
}) {
  const client = useClient()
  const write = useWrite<unknown>()
  return (
    <AnswerDialog
      title={`Order ${transfer.order_id_pretty}: retry what failed?`}
      action="Retry"
      asked={previewed(transfer)}
      send={() => {
        void write.write((options) => retry(client, transfer, options))
      }}
      write={write}
      done={() => <p>Instructed again.</p>}
      close={close}
    >
      <p>Why it failed: {transfer.label}</p>
    </AnswerDialog>
  )
}

/** The retry of what the transfer belongs to, as a request. */
function previewed(transfer: FailedTransfer): PreviewRequest {
  const { mark_to_market_request_id: callId, order_request_id: requestId } = transfer
  if (callId !== null) return { operation: 'retryMarkToMarketRequest', id: callId }
  if (requestId !== null) return { operation: 'retryOrderRequest', id: requestId }
  return { operation: 'retryOrder', id: transfer.order_id }
}

/** The retry of what the transfer belongs to. */
function retry(
  client: VadiumClient,
  transfer: FailedTransfer,
  options: RequestOptions,
): Promise<unknown> {
  const { mark_to_market_request_id: callId, order_request_id: requestId } = transfer
  if (callId !== null) return client.markToMarketRequests.retry(callId, options)
  if (requestId !== null) return client.orderRequests.retry(requestId, options)
  return client.orders.retry(transfer.order_id, options)
}
