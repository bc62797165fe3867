const ownKey =
  'A `private_key` that the service made is answered once: a repeated answer, see {@link wasReplayed}, has it no more. A key of your own, from `generateKeyPair`, avoids that: send its `proof`, from `proveKey`.'
const secret =
  'The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more. After that, `rotateSecret` makes another.'
const exactQuantity = '`quantity` is a string: the digits of the JSON number, none of them lost.'

/** What only a caller of the SDK has to know of an operation. */
export const notes: Readonly<Record<string, string>> = {
  previewMarkToMarketRequest:
    'Amounts, prices and percentages are decimal strings; `requirement_percent` is a number. With `explain: true` the answer also has `calculation`, which `verifyPreview` computes again, and whose `calculation_id` a request is created from.',
  previewCallSet:
    'With `explain: true` each row has its `calculation`, and `verifyCallSet` computes the rows and their sum again.',
  previewCloseOut:
    'Quantities, prices and amounts are decimal strings. `verifyCloseOut` computes the `statement` again.',
  listTransfers: exactQuantity,
  getTransfer: exactQuantity,
  cancelTransfer: exactQuantity,
  createOrderRequest:
    '`quantity` is a decimal string in units of the asset. Without it, all that is lent when the request is accepted goes back, and the order closes.',
  streamEvents:
    'To continue after this process has ended, keep the `id` of the last event that was handled, and give it as `after`.',
  streamNotifications: 'The notification is the `notification` in the `data` of an event.',
  listEvents:
    '`next` is the `after` of the next call. `reset` says that something was missed: read the resources again.',
  listChats: 'A chat that changes between two pages moves to the front, and may be missed.',
  resolveChatAction:
    'It is also refused for each reason that the operation of the resource has. Only an order is accepted with wallets, and it needs both.',
  createCredential: ownKey,
  rotateCredential: ownKey,
  createInvitation:
    'The `secret` is answered once: a repeated answer, see {@link wasReplayed}, has it no more. `invitationLink` of `@vadium/client/invitations` makes the link.',
  confirmInvitation: '`invitationWords` of `@vadium/client/invitations` computes the words.',
  createWebhookEndpoint: secret,
  rotateWebhookSecret: secret,
  testWebhookEndpoint: '`getDelivery` answers what became of it.',
  getInstallation:
    'A proof of possession names the id, see `proveKey`. Everybody is answered, also before a key is enrolled.',
}
