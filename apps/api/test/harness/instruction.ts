import { randomUUID } from 'node:crypto'
import type { TransferInstruction } from '../../src/features/custody/custody-adapter.ts'

/** An instruction to move 1.5 ETH between two wallets, unless changed. */
export function newInstruction(changes: Partial<TransferInstruction> = {}): TransferInstruction {
  return {
    externalTransferId: randomUUID(),
    token: 'ETH',
    quantity: '1.5',
    sender: { id: 'harbor:11', address: '0xharbor', custodian: 'simulated' },
    receiver: { id: 'quay:12', address: '0xquay', custodian: 'simulated' },
    ...changes,
  }
}
