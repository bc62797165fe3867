import { createHash } from 'node:crypto'
import { type Difference, verifyDocument } from '@vadium/margin'
import { canonicalJson } from '@vadium/schema'
import type { Command } from 'commander'
import type { CommandContext, CommandRunner } from '../context/command-runner.ts'
import { attachedContent, NoDocument } from '../documents/attached-content.ts'
import type { VerifiedDocument } from '../documents/verified-document.ts'
import { CommandError } from '../errors/command-error.ts'
import { type ExitCode, exitCodes } from '../errors/exit-codes.ts'
import { readFile } from '../files/file-input.ts'
import { documentVerificationLines } from '../presentations/verification.ts'
import { printableJson } from '../terminal/printable.ts'
import { write } from '../terminal/write.ts'

/** The PDF of a document has at most 5 MB. */
const fileBytesMax = 8 * 1024 * 1024

const pages = 'what is printed on the pages: give --pdf-sha256, from the event document.created'

/** What a file is compared with: digests from an event, or from `documents get`. */
interface Expected {
  readonly pdfSha256?: string
  readonly contentSha256?: string
}

/** Adds the command that recomputes the PDF of a document, without a service. */
export function addVerifyDocumentCommand(noun: Command, runner: CommandRunner): void {
  const command = noun
    .command('verify')
    .summary('Recompute a document offline')
    .description(
      'Takes the content out of the PDF of a document, and recomputes its digest and every figure ' +
        'in it. It needs no service and no key. The exit code is 1 if something differs. What is ' +
        'printed on the pages is not read: the digests of an event show that the file is the one ' +
        'that the service made.',
    )
    .argument('<file>', 'The PDF.')
    .option(
      '--pdf-sha256 <digest>',
      'The SHA-256 that the file must have, from `document.created`.',
    )
    .option('--content-sha256 <digest>', 'The SHA-256 that the content must have.')
    .addHelpText(
      'after',
      `
Examples:
  vadium documents pdf <document> --output confirmation.pdf
  vadium documents verify confirmation.pdf`,
    )
    .action(async (file: string, expected: Expected) => {
      await runner.run(command, (context) => verifyFile(file, expected, context))
    })
}

async function verifyFile(
  file: string,
  expected: Expected,
  { io, flags }: CommandContext,
): Promise<ExitCode> {
  const bytes = await readFile(file, fileBytesMax, io)
  const verified = verify(bytes, file, expected)
  const text =
    flags.json === true
      ? printableJson(JSON.stringify(verified))
      : documentVerificationLines(verified).join('\n')
  await write(io.stdout, `${text}\n`)
  return verified.ok ? exitCodes.done.code : exitCodes.differs.code
}

function verify(bytes: Buffer, file: string, expected: Expected): VerifiedDocument {
  const { text, claimedSha256 } = contentOf(bytes, file)
  const content = parsed(text, file)
  const { differences, notCovered } = verifyDocument(content)
  const [pdf_sha256, content_sha256] = [sha256(bytes), sha256(text)]
  const all = [
    ...compared('content_sha256', claimedSha256, content_sha256),
    ...compared('content_sha256', expected.contentSha256?.toLowerCase(), content_sha256),
    ...compared('pdf_sha256', expected.pdfSha256?.toLowerCase(), pdf_sha256),
    ...compared('content.json', canonicalOf(content), text),
    ...differences,
  ]
  return {
    ok: all.length === 0,
    differences: all,
    not_covered: expected.pdfSha256 === undefined ? [pages, ...notCovered] : notCovered,
    document_id: textOf(content['document_id']),
    kind: textOf(content['kind']),
    revision: typeof content['revision'] === 'number' ? content['revision'] : null,
    create_time: textOf(content['create_time']),
    content_sha256,
    pdf_sha256,
  }
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null)

function contentOf(bytes: Buffer, file: string) {
  try {
    return attachedContent(bytes)
  } catch (error) {
    if (!(error instanceof NoDocument)) throw error
    throw noDocument(file, error.message)
  }
}

function parsed(text: string, file: string): Readonly<Record<string, unknown>> {
  try {
    const content: unknown = JSON.parse(text)
    if (typeof content === 'object' && content !== null) return { ...content }
  } catch {
    // The same as below.
  }
  throw noDocument(file, 'has a content.json that is no object')
}

const noDocument = (file: string, issue: string) =>
  new CommandError('The file is no document of the service.', [{ field: file, issue }])

/** Undefined for what has no canonical form, which no document has. */
function canonicalOf(content: unknown): string {
  try {
    return canonicalJson(content)
  } catch {
    return 'its canonical form'
  }
}

function compared(member: string, expected: string | undefined, actual: string): Difference[] {
  if (expected === undefined || expected === actual) return []
  const shown = (text: string) => (text.length > 100 ? `${text.slice(0, 100)}…` : text)
  return [{ member, expected: shown(expected), actual: shown(actual) }]
}

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest('hex')
