import { posix } from 'node:path'
import { Marked } from 'marked'

/** The anchor of a heading, as the links in docs/ write it. */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replaceAll(/<[^>]*>|&[a-z]+;|[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')

const escaped = (text) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

const generatedMark = /<!-- (?:generated: \w+|end) -->\n*/g

/** One file of docs/, as a page and as Markdown whose links lead to the other pages. */
export class Guide {
  /** The headings of the second level. */
  sections = []

  /** @param names the name of each page, by its file. */
  constructor(file, source, names) {
    this.file = file
    this.name = names.get(file)
    const text = source.replaceAll(generatedMark, '')
    this.title = /^# (.*)$/m.exec(text)?.[1] ?? ''
    this.about = firstSentence(text)
    this.anchors = new Set()
    this.html = this.#render(text, names)
    this.searched = searchedSections(this)
    this.files = linksIn(text).flatMap((href) => this.#resolve(href, names).file ?? [])
    this.markdown = text.replaceAll(/\]\(([^)\s]+)\)/g, (_found, href) => {
      const { target } = this.#resolve(href, names, '.md')
      return target === undefined ? ']' : `](${target})`
    })
  }

  /**
   * Where a link of the file leads, and `file` if that is an image or an example of docs/. No
   * target for another file of the repository that is no page. The names of pages get `ending`.
   */
  #resolve(href, names, ending = '') {
    if (/^https?:|^#/.test(href)) return { target: href }
    const [path, anchor] = href.split('#')
    const full = posix.join(posix.dirname(this.file), path)
    if (full === 'guides/') return { target: './' }
    if (full.endsWith('.png') || full.startsWith('examples/')) {
      return { target: posix.basename(full), file: full }
    }
    const name = names.get(full)
    if (name === undefined) return {}
    return { target: `${name}${ending}${anchor === undefined ? '' : `#${anchor}`}` }
  }

  #render(text, names) {
    const guide = this
    const renderer = {
      heading({ tokens, depth }) {
        const html = this.parser.parseInline(tokens)
        const id = guide.#anchor(html)
        if (depth === 2) guide.sections.push({ id, html })
        const link = depth === 1 ? '' : ` <a class="anchor" href="#${id}" aria-label="Link">#</a>`
        return `<h${depth} id="${id}">${html}${link}</h${depth}>\n`
      },
      link({ href, tokens }) {
        const html = this.parser.parseInline(tokens)
        const { target } = guide.#resolve(href, names)
        if (target === undefined) return `<span title="${escaped(href)}">${html}</span>`
        return `<a href="${escaped(target)}">${html}</a>`
      },
      image({ href, text: alt }) {
        const { target } = guide.#resolve(href, names)
        return `<img src="${escaped(target)}" alt="${escaped(alt)}" loading="lazy">`
      },
      // A long name breaks where its parts meet.
      codespan: ({ text: code }) =>
        `<code>${escaped(code).replaceAll(/([._/:])(?=[\w{])/g, '$1<wbr>')}</code>`,
      table(token) {
        const cells = (row, tag) =>
          row.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')
        const rows = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        return `<div class="table" tabindex="0" role="group" aria-label="Table"><table>
<thead><tr>${cells(token.header, 'th')}</tr></thead>
<tbody>${rows}</tbody></table></div>\n`
      },
      code({ text: code, lang = '' }) {
        // The tables below a diagram say the same.
        if (lang === 'mermaid') return ''
        return `<pre tabindex="0"${lang === '' ? '' : ` data-language="${escaped(lang)}"`}><code>${escaped(code)}</code></pre>\n`
      },
      // What looks like an element is a placeholder, such as <token>.
      html: ({ text: raw }) => escaped(raw),
    }
    return new Marked({ renderer }).parse(text)
  }

  #anchor(html) {
    const plain = anchorOf(html)
    let id = plain
    for (let count = 1; this.anchors.has(id); count += 1) id = `${plain}-${count}`
    this.anchors.add(id)
    return id
  }
}

const headings = /<h[1-4] id="([^"]*)">(.*?)<\/h[1-4]>\n/

const anchorLink = /<a class="anchor".*?<\/a>/g

const plainText = (html) =>
  html
    .replaceAll(anchorLink, '')
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()

/** Each section of a guide, from its heading to the next one, as the search finds it. */
function searchedSections({ name, title, html }) {
  const parts = html.split(headings)
  const count = Math.floor(parts.length / 3)
  return Array.from({ length: count }, (_, place) => {
    const [id, heading, text] = parts.slice(1 + 3 * place, 4 + 3 * place)
    return {
      id: place === 0 ? name : `${name}#${id}`,
      title: plainText(heading),
      guide: title,
      text: plainText(text),
    }
  })
}

const linksIn = (text) => [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, href]) => href)

/** The first sentence after the title, without markup. */
function firstSentence(text) {
  const [, paragraph = ''] = text.split(/\n\n+/)
  const plain = paragraph
    .replaceAll('\n', ' ')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`_*]/g, '')
  return /^.*?[.:](?= |$)/.exec(plain)?.[0].replace(/:$/, '.') ?? plain
}
