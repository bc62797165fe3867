import { readFile, writeFile } from 'node:fs/promises'
import { StartError } from '../platform/start-error.ts'
import { renderStoredContent } from '../features/documents/pdf/render-document.ts'
import { shownError } from './shown-error.ts'

const usage = 'vadium-api documents render CONTENT PDF'

/**
 * The command `vadium-api documents render`: renders the content of a document again. With the
 * release that has rendered it before, it writes the same bytes.
 */
try {
  const [verb, content, pdf, ...more] = process.argv.slice(2)
  if (verb !== 'render' || content === undefined || pdf === undefined || more.length > 0) {
    throw new StartError(`Usage: ${usage}`)
  }
  await writeFile(pdf, await renderStoredContent(await readFile(content, 'utf8')), { flag: 'wx' })
} catch (error) {
  process.stderr.write(`${shownError(error)}\n`)
  process.exitCode = 1
}
