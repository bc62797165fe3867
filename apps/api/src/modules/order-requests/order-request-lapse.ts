import { orderRequestStates } from '@vadium/schema'
import { clearDeadline } from '../../deadlines/deadlines.ts'
import { mustMove } from '../../writes/state-moves.ts'
import type { WriteTransaction } from '../../writes/write-transaction.ts'
import type { OpenRequests } from '../orders/order-closing.ts'
import { overtakenRequests } from './order-request.repository.ts'

/** What a close overtakes. */
export class OrderRequestLapse implements OpenRequests {
  /** Ends what nobody has answered, and rates to come. The deal is locked. */
  async lapse(tx: WriteTransaction, positionId: string): Promise<void> {
    for (const request of await overtakenRequests(tx, positionId)) {
      await mustMove(tx, orderRequestStates, request, 'lapse')
      await clearDeadline(tx, 'order_request', request.id)
    }
  }
}
