import type { Static, TSchema } from '@sinclair/typebox'
import {
  Approval,
  ApprovalPolicy,
  AuditEntry,
  Automation,
  Calendar,
  Chat,
  ChatEntry,
  Instruction,
  listApprovalPolicies,
  listApprovals,
  listAuditEntries,
  listAutomations,
  listCalendars,
  listChatEntries,
  listChats,
  listInstructions,
  listMarkToMarketRequests,
  listOrders,
  listWallets,
  MarkToMarketRequest,
  type Operation,
  Order,
  Wallet,
} from '@vadium/schema'
import { plainList } from './plain-list.ts'
import { positionList } from './position-list.ts'
import type { Presentation } from './presentation.ts'

/** A plain list with chosen columns, the most important first. */
function chosenList<Item extends TSchema>(
  operation: Operation,
  item: Item,
  examples: readonly string[],
  columns: readonly (keyof Static<Item> & string)[],
): Presentation {
  return { operation, examples, list: plainList(item, columns) }
}

/** The lists with more values than fit on a line. */
export const chosenLists: readonly Presentation[] = [
  positionList,
  chosenList(
    listOrders,
    Order,
    ['vadium orders list --status PENDING_ACCEPTANCE'],
    [
      'id',
      'number',
      'status',
      'lender_name',
      'borrower_name',
      'asset_quantity',
      'asset',
      'collateral_quantity',
      'collateral_asset',
      'rate_percent',
      'create_time',
    ],
  ),
  chosenList(
    listMarkToMarketRequests,
    MarkToMarketRequest,
    ['vadium m2m list --status PENDING_ACCEPTANCE', 'vadium m2m list --position-id <position>'],
    [
      'id',
      'order_id_pretty',
      'status',
      'direction',
      'collateral_amount',
      'collateral_asset',
      'notional_usd',
      'expire_time',
      'create_time',
    ],
  ),
  chosenList(
    listChats,
    Chat,
    ['vadium chats list'],
    [
      'order_id',
      'order_number',
      'counterparty_name',
      'unread_count',
      'open_action_count',
      'update_time',
    ],
  ),
  chosenList(
    listChatEntries,
    ChatEntry,
    ['vadium chats entries <order>', 'vadium chats entries <order> --wide'],
    ['id', 'number', 'text', 'account_name', 'kind', 'create_time'],
  ),
  chosenList(
    listAutomations,
    Automation,
    ['vadium automations list --in-effect', 'vadium automations list --counterparty-id <id>'],
    ['counterparty_name', 'calls', 'calls_maximum_usd', 'version', 'in_effect', 'create_time'],
  ),
  chosenList(
    listCalendars,
    Calendar,
    ['vadium calendars list', 'vadium calendars list --id london'],
    ['id', 'name', 'version', 'newest', 'last_day', 'weekend', 'create_time'],
  ),
  chosenList(
    listInstructions,
    Instruction,
    ['vadium instructions list --stalled'],
    ['transfer_id', 'custodian', 'stalled', 'attempts', 'next_attempt_time', 'last_error'],
  ),
  chosenList(
    listWallets,
    Wallet,
    ['vadium wallets list'],
    ['id', 'name', 'custodian', 'address', 'assets', 'retire_time'],
  ),
  chosenList(
    listApprovals,
    Approval,
    ['vadium approvals list --state PENDING'],
    [
      'id',
      'operation',
      'counterparty_name',
      'state',
      'amount_usd',
      'approvals_needed',
      'expire_time',
      'create_time',
    ],
  ),
  chosenList(
    listApprovalPolicies,
    ApprovalPolicy,
    ['vadium approval-policies list --wide'],
    ['version', 'create_time', 'account_id'],
  ),
  chosenList(
    listAuditEntries,
    AuditEntry,
    ['vadium audit list'],
    ['time', 'event', 'outcome', 'kind', 'credential_id', 'subject_id', 'request_id'],
  ),
]
