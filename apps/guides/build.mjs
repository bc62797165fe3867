import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants } from 'node:zlib'
import MiniSearch from 'minisearch'
import { chapters } from './chapters.mjs'
import { feed } from './feed.mjs'
import { Guide } from './guide.mjs'
import { indexPage, llmsText, page } from './page.mjs'
import { options } from './src/search-options.js'

// Writes the guides of docs/ to dist: each as a page and as Markdown, all in one folder.
const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
const dist = fileURLToPath(new URL('dist/', import.meta.url))

const listed = chapters.flatMap(([, files]) => files)
const written = ['', 'guides/'].flatMap((folder) =>
  readdirSync(join(docs, folder))
    .filter((name) => name.endsWith('.md'))
    .map((name) => folder + name),
)
for (const file of written) {
  if (!listed.includes(file)) throw new Error(`docs/${file} is in no chapter of chapters.mjs`)
}
const names = new Map(listed.map((file) => [file, basename(file, '.md')]))
if (new Set(names.values()).size < names.size) throw new Error('two guides have one name')

const guides = listed.map((file) => new Guide(file, readFileSync(docs + file, 'utf8'), names))
const navigation = chapters.map(([title, files]) => ({
  title,
  guides: guides.filter(({ file }) => files.includes(file)),
}))

// The best quality saves a tenth more, and takes ten times as long.
const quality = { [constants.BROTLI_PARAM_QUALITY]: 9 }
rmSync(dist, { recursive: true, force: true })
mkdirSync(dist)
const put = (name, text) => {
  writeFileSync(dist + name, text)
  writeFileSync(`${dist}${name}.br`, brotliCompressSync(text, { params: quality }))
}
for (const guide of guides) {
  put(`${guide.name}.html`, page(guide, navigation))
  put(`${guide.name}.md`, guide.markdown)
}
put('changes.atom', feed(guides.find(({ name }) => name === 'changes')))
put('index.html', indexPage(navigation))
put('index.md', llmsText(navigation, './'))
put('llms.txt', llmsText(navigation, 'docs/guides/'))
const index = new MiniSearch(options)
index.addAll(guides.flatMap(({ searched }) => searched))
put('search.json', JSON.stringify(index))
const source = (name) => readFileSync(new URL(`src/${name}`, import.meta.url), 'utf8')
for (const name of ['style.css', 'search-options.js']) put(name, source(name))
// A page resolves no names of packages.
put('search.js', source('search.js').replace("'minisearch'", "'./minisearch.js'"))
const library = readFileSync(new URL(import.meta.resolve('minisearch')), 'utf8')
// Its map is not served.
put('minisearch.js', library.replace(/\n\/\/# sourceMappingURL=.*$/m, ''))
for (const file of new Set(guides.flatMap(({ files }) => files))) {
  if (file.endsWith('.png')) cpSync(docs + file, dist + basename(file))
  else put(basename(file), readFileSync(docs + file, 'utf8'))
}
