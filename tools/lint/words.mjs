// Finds the words that docs/glossary.md refuses, in comments, messages and documents, and as parts
// of names. Reads the given files, or all files of the repository.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))
const glossary = 'docs/glossary.md'
const heading = '## Words that lint refuses\n'

/** The list and its test, which have the words themselves, and texts that others wrote. */
const unread = new Set([glossary, 'tools/lint/test/words.test.ts', 'LICENSE', 'pnpm-lock.yaml'])
const isImage = /\.(?:png|ico)$/

/** Each refused word with what to write instead. */
function readWords() {
  const [, section = ''] = readFileSync(`${root}${glossary}`, 'utf8').split(heading)
  const rows = section.split('\n## ')[0].match(/^\| .*$/gm) ?? []
  const words = rows.slice(2).flatMap((row) => {
    const [, cell = '', instead = ''] = row.split('|')
    return cell.split(',').map((word) => [word.trim(), instead.trim()])
  })
  // A check of no words would pass.
  if (words.length < 10) throw new Error(`${glossary} has no table below "${heading.trim()}"`)
  return words.sort(([one], [other]) => other.length - one.length)
}

const words = readWords()
const lettersOf = (text) => text.toLowerCase().replace(/[^a-z]/g, '')
const instead = new Map(words.map(([word, better]) => [lettersOf(word), better]))
/** The words of a phrase may be parts of a name, or on two lines of a comment. */
const between = '[\\s*/#_-]{0,80}'
const pattern = new RegExp(
  words.map(([phrase]) => phrase.split(/[ -]/).join(between)).join('|'),
  'gi',
)

const isLetter = (text) => /^[a-z]$/i.test(text)
const isCapital = (text) => /^[A-Z]$/.test(text)

/** In a name, a word begins with a capital and ends before one. */
function isWhole(text, at, found) {
  const [before, after] = [text.charAt(at - 1), text.charAt(at + found.length)]
  const begins = !isLetter(before) || (isCapital(found.charAt(0)) && !isCapital(before))
  const ends = !isLetter(after) || (isCapital(after) && !isCapital(found.slice(-1)))
  return begins && ends
}

const listed = ['ls-files', '--cached', '--others', '--exclude-standard', '-z']
const given = process.argv.slice(2).map((path) => relative(root, resolve(path)))
const paths =
  given.length > 0
    ? given
    : execFileSync('git', listed, { cwd: root, encoding: 'utf8' }).split('\0').filter(Boolean)
// A check of no files would pass, too.
if (given.length === 0 && paths.length < 1000) throw new Error(`only ${paths.length} files`)

for (const path of paths) {
  if (unread.has(path) || isImage.test(path)) continue
  const text = readFileSync(resolve(root, path), 'utf8')
  for (const { 0: found, index } of text.matchAll(pattern)) {
    if (!isWhole(text, index, found)) continue
    process.exitCode = 1
    const line = text.slice(0, index).split('\n').length
    const shown = found.replace(/[\s*/#]+/g, ' ')
    console.log(`${path}:${line} In place of "${shown}": ${instead.get(lettersOf(found))}.`)
  }
}
