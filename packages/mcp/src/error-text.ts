import { type ApprovalRequiredError, VadiumError } from '@vadium/client'
import { marked } from './marked-text.ts'

/** What became of a call that failed, for an agent. */
export function errorText(error: unknown): string {
  if (!(error instanceof VadiumError)) return reasonOf(error)
  const { reason, summary, details, outcome, retryAfterMs, requestId } = error
  const lines = [
    `${outcome === 'unknown' ? 'No answer' : 'Refused'}: ${reason}. ${marked(summary)}`,
  ]
  for (const { field, issue, value, allowed } of details) {
    const related = value === undefined ? '' : ` (${marked(value)})`
    lines.push(`${marked(field)}: ${marked(issue)}${related}`)
    if (allowed !== undefined) lines.push(`Allowed: ${marked(allowed.join(', '))}`)
  }
  if (retryAfterMs !== undefined) lines.push(`Try again in ${Math.ceil(retryAfterMs / 1000)} s.`)
  if (requestId !== undefined) lines.push(`Request ${marked(requestId)}.`)
  return lines.join('\n')
}

function reasonOf(error: unknown): string {
  return `Not done: ${marked(error instanceof Error ? error.message : String(error))}`
}

/** What an agent learns of a request that other accounts have to approve. */
export function awaitingText({ approval }: ApprovalRequiredError): string {
  const { id, approvals_needed: needed } = approval
  const others = needed === 1 ? 'another account has' : `${needed} other accounts have`
  return (
    `Awaits approval ${id}: the request has had no effect yet. It is carried out once ${others} ` +
    `approved it, at the console or with \`vadium approvals approve ${id}\`. getApproval returns ` +
    'what has become of it.'
  )
}
