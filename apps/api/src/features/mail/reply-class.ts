/** What a refusal says by the codes of RFC 3463. */
const saysOfAddress = new Set(['5.1.1', '5.1.2', '5.1.3', '5.1.6', '5.1.10', '5.2.1'])
/** The system or the network, and not the mail. */
const saysOfSystem = /^5\.[34]\./
const saysOfAddressWithoutStatus = new Set(['550', '551', '553'])

interface ReplyCodes {
  readonly code: string
  /** Such as `5.1.1`. Undefined: the reply has none. */
  readonly status: string | undefined
}

function codesOf(reply: string): ReplyCodes {
  const [, code = '', status] = /^(\d{3})(?:[ -]+(\d\.\d{1,3}\.\d{1,3})(?=\s|$))?/.exec(reply) ?? []
  return { code, status }
}

/** What a server refused: two refusals of one class have one reason. */
export function replyClassOf(reply: string): string {
  const { code, status } = codesOf(reply)
  return status === undefined ? code : `${code} ${status}`
}

const isFinal = ({ code }: ReplyCodes) => code.startsWith('5')

/** Whether a reply to the recipient says that this address gets no mail. */
export function refusesAddress(reply: string): boolean {
  const codes = codesOf(reply)
  if (!isFinal(codes)) return false
  return codes.status === undefined
    ? saysOfAddressWithoutStatus.has(codes.code)
    : saysOfAddress.has(codes.status)
}

/** Whether a reply to the message says that the server does not take this mail. */
export function refusesMessage(reply: string): boolean {
  const codes = codesOf(reply)
  return isFinal(codes) && !(codes.status !== undefined && saysOfSystem.test(codes.status))
}
