import type { ClientBase } from 'pg'
import type { ProviderState } from '@vadium/schema'
import { defaultScript, type SimulatedScript } from './simulated-script.ts'
import type { StageWord } from './simulated-statuses.ts'

const stages: Partial<Record<ProviderState, StageWord>> = {
  pending_provider_approval: 'pendingApproval',
  pending_provider_signature: 'pendingSignature',
  broadcasting: 'broadcasting',
  confirming: 'confirming',
}

/** The script of a transfer that stays in a stage until a decision. */
function waitingIn(word: StageWord): SimulatedScript {
  return { ...defaultScript('', ''), stages: [{ word, lastsMs: null }] }
}

/**
 * Gives the simulated custodians the transfers under way of a history, of which they have reported
 * a state. The transfers stay in that state until a decision. Without this, the custodians would
 * not know them, and would carry them out within seconds.
 */
export async function rememberPastInstructions(client: ClientBase): Promise<void> {
  const scripts = Object.entries(stages).map(([state, word]) => [state, waitingIn(word)])
  await client.query(
    `INSERT INTO simulated_instructions (custodian_id, external_transfer_id, token, quantity,
       sender_wallet_id, sender_address, receiver_wallet_id, receiver_address, script,
       submissions, movements_begun, submitted_at)
     SELECT i.custodian_id, i.external_transfer_id, t.token, t.quantity,
       sender.id, sender.address, receiver.id, receiver.address,
       $1::jsonb -> t.provider_state, 1, 1, i.created_at
     FROM instructions i JOIN custodians c ON c.id = i.custodian_id AND c.adapter = 'simulated'
       JOIN transfers t ON t.id = i.transfer_id
       JOIN wallets sender ON (sender.organization_id, sender.custodian_id, sender.address)
         = (t.sender_organization_id, t.sender_custodian_id, t.sender_wallet_address)
       JOIN wallets receiver ON (receiver.organization_id, receiver.custodian_id, receiver.address)
         = (t.receiver_organization_id, t.receiver_custodian_id, t.receiver_wallet_address)
     WHERE i.maybe_sent AND i.due_at IS NOT NULL AND $1::jsonb ? t.provider_state
     ON CONFLICT DO NOTHING`,
    [JSON.stringify(Object.fromEntries(scripts))],
  )
}
