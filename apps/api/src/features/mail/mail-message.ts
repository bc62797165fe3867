import { createHash } from 'node:crypto'

/** A mail with everything that its bytes are made of. */
export interface MailMessage {
  /** With the angle brackets. */
  readonly messageId: string
  readonly from: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** Unix milliseconds. */
  readonly createdAtMs: number
}

/** The Message-ID of a delivery: the same in every attempt, whichever process makes it. */
export const messageIdOf = (deliveryId: string, from: string) =>
  `<${deliveryId}@${from.slice(from.lastIndexOf('@') + 1).toLowerCase()}>`

/** The bytes of a mail. The same mail has the same bytes in every process. */
export async function bytesOf(mail: MailMessage): Promise<Buffer> {
  // Loaded only where mail is on.
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer')
  const composer = new MailComposer({
    messageId: mail.messageId,
    from: { name: 'Vadium', address: mail.from },
    to: { name: '', address: mail.to },
    subject: mail.subject,
    text: mail.text,
    date: new Date(mail.createdAtMs),
    textEncoding: 'quoted-printable',
    newline: 'windows',
    // Programs that answer mails leave it alone.
    headers: { 'Auto-Submitted': 'auto-generated' },
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const built = await composer.compile().build()
  const end = built.subarray(-2).toString('latin1')
  return end === '\r\n' ? built : Buffer.concat([built, Buffer.from('\r\n')])
}

export const sha256Of = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
