import { signatureWindowMs } from '@vadium/schema'
import { type Io, write } from './io.ts'

/** Prints a signed line to stdout and its lifetime to stderr, so that the line can be piped. */
export async function printCurlLine(line: string, { stdout, stderr }: Io): Promise<void> {
  await write(stdout, `${line}\n`)
  await write(stderr, `Valid once, for ${signatureWindowMs / 1000} seconds from now.\n`)
}
