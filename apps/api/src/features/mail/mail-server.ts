import { readFileSync } from 'node:fs'
import type { Config } from '../../config/config.ts'
import { StartError } from '../../platform/start-error.ts'

/** The mail server of the installation, and what mails say of it. */
export interface MailServer {
  readonly host: string
  readonly port: number
  /** Whether TLS begins with the connection. */
  readonly isSecure: boolean
  /** Whether a connection that did not begin with TLS must change to it. */
  readonly requiresTls: boolean
  readonly login: { readonly user: string; readonly pass: string } | undefined
  /** The address that mails come from. */
  readonly from: string
}

/**
 * The mail server. Undefined if mail is off, because it is not configured.
 * @throws {StartError} if the password cannot be read, or is without a user.
 */
export function readMailServer(config: Config): MailServer | undefined {
  const { MAIL_SMTP_URL: address, MAIL_FROM: from, CONSOLE_URL: consoleUrl } = config
  if (address === undefined || from === undefined || consoleUrl === undefined) return undefined
  const url = new URL(address)
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isSecure = url.protocol === 'smtps:'
  return {
    host,
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    requiresTls: !isSecure && !isThisMachine(host),
    login: readLogin(url, config.MAIL_SMTP_PASSWORD_FILE),
    from,
  }
}

/** The address of the console without a slash at its end. Undefined if it is not configured. */
export const consoleUrlOf = ({ CONSOLE_URL: url }: Pick<Config, 'CONSOLE_URL'>) =>
  url?.replace(/\/$/, '')

const isThisMachine = (host: string) =>
  host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host)

function readLogin(url: URL, passwordFile: string | undefined): MailServer['login'] {
  const user = decoded(url.username)
  if (user === '' && passwordFile === undefined) return undefined
  if (user === '') throw new StartError('MAIL_SMTP_PASSWORD_FILE: MAIL_SMTP_URL names no user.')
  if (passwordFile === undefined) {
    throw new StartError('MAIL_SMTP_PASSWORD_FILE is required with a user in MAIL_SMTP_URL.')
  }
  try {
    return { user, pass: readFileSync(passwordFile, 'utf8').replace(/\r?\n$/, '') }
  } catch {
    throw new StartError('MAIL_SMTP_PASSWORD_FILE: expected the path of a file with a password.')
  }
}

function decoded(user: string): string {
  try {
    return decodeURIComponent(user)
  } catch {
    throw new StartError('MAIL_SMTP_URL: its user is not valid percent-encoding.')
  }
}
