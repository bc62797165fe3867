import { Type } from '@sinclair/typebox'
import { secureOrigin } from './setting.ts'

const host = '(?:[A-Za-z0-9](?:[A-Za-z0-9.-]{0,250}[A-Za-z0-9])?|\\[[0-9A-Fa-f:.]{2,45}\\])'

export const mailSettings = {
  MAIL_SMTP_URL: Type.Optional(
    Type.String({
      pattern: `^smtps?://(?:[A-Za-z0-9._~%+-]{1,200}@)?${host}(?::[0-9]{1,5})?$`,
      maxLength: 600,
      description:
        'The mail server: smtps://user@host:465, or smtp://user@host:587, where STARTTLS is required unless the host is this machine. If it is not set, no mail is sent.',
    }),
  ),
  MAIL_SMTP_PASSWORD_FILE: Type.Optional(
    Type.String({
      maxLength: 4096,
      description: 'The path of a file that contains the password of the user in MAIL_SMTP_URL.',
    }),
  ),
  MAIL_FROM: Type.Optional(
    Type.String({
      pattern: '^[A-Za-z0-9._+-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,180}[A-Za-z0-9])?$',
      maxLength: 254,
      description:
        'The address that mails come from, and to which mail servers return what they cannot deliver.',
    }),
  ),
  CONSOLE_URL: Type.Optional(
    Type.String({
      pattern: `${secureOrigin}(?:/[A-Za-z0-9._~-]+)*/?$`,
      maxLength: 1000,
      description:
        'The address of the console, to which the links in mails lead, such as https://vadium.example.com/console.',
    }),
  ),
}
