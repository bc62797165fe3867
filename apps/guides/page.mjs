const frame = ({ title, current, twin, main, aside = '' }, navigation) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Vadium</title>
    <link rel="stylesheet" href="style.css">
    <link rel="alternate" type="text/markdown" href="${twin}">
    <link rel="alternate" type="application/atom+xml" title="Changes" href="changes.atom">
    <script type="module" src="search.js"></script>
  </head>
  <body>
    <a class="skip" href="#main">Skip to the text</a>
    <header class="bar">
      <a class="name" href="../">Vadium</a>
      <nav aria-label="Documents">
        <a href="../">API</a>
        <a href="./" aria-current="true">Guides</a>
      </nav>
      <form role="search" hidden>
        <input type="search" placeholder="Search" aria-label="Search the guides" aria-keyshortcuts="/" autocomplete="off" spellcheck="false">
        <ul aria-label="Sections" hidden></ul>
        <span role="status"></span>
      </form>
    </header>
    <div class="columns">
      <nav class="guides" aria-label="Guides">
        ${navigation.map((chapter) => chapterLinks(chapter, current)).join('\n        ')}
      </nav>
      <main id="main">
${main}
        <p class="twin"><a href="${twin}">This page as Markdown</a></p>
      </main>
      ${aside}
    </div>
  </body>
</html>
`

const chapterLinks = ({ title, guides }, current) => `<section>
            <h2>${title}</h2>
            <ul>${guides.map((guide) => `<li>${guideLink(guide, current)}</li>`).join('')}</ul>
          </section>`

const guideLink = ({ name, title }, current) =>
  `<a href="${name}"${name === current ? ' aria-current="page"' : ''}>${title}</a>`

/** The page of a guide. */
export function page({ name, title, html, sections }, navigation) {
  const links = sections.map(({ id, html: text }) => `<li><a href="#${id}">${text}</a></li>`)
  const aside =
    sections.length < 3
      ? ''
      : `<nav class="sections" aria-label="On this page"><h2>On this page</h2><ul>${links.join('')}</ul></nav>`
  return frame({ title, current: name, twin: `${name}.md`, main: html, aside }, navigation)
}

/** The page that lists all guides. */
export function indexPage(navigation) {
  const main = navigation.map(
    ({ title, guides }) => `<h2>${title}</h2>
<dl class="cards">${guides.map((guide) => `<div><dt>${guideLink(guide)}</dt><dd>${guide.about}</dd></div>`).join('\n')}</dl>`,
  )
  const lead =
    '<p>How to start with Vadium, and how to run it. The <a href="../">API</a> has every operation with examples.</p>'
  return frame(
    {
      title: 'Guides',
      current: undefined,
      twin: 'index.md',
      main: `<h1>Guides</h1>\n${lead}\n${main.join('\n')}`,
    },
    navigation,
  )
}

/** The list of all guides for programs that read Markdown (https://llmstxt.org). */
export function llmsText(navigation, folder) {
  const up = folder === './' ? '../../' : ''
  const chapter = ({ title, guides }) =>
    `## ${title}\n\n${guides.map((guide) => `- [${guide.title}](${folder}${guide.name}.md): ${guide.about}`).join('\n')}`
  return `# Vadium

> A service for collateralized lending: an HTTP/JSON API for organizations that lend and borrow
> digital assets against collateral.

Every request is signed with an Ed25519 key. Decimals are strings. A write takes an
\`Idempotency-Key\`. Links are relative to this file.

## API

- [OpenAPI document](${up}openapi.json): Every operation, with its schemas, errors and examples from
  one book.

${navigation.map(chapter).join('\n\n')}
`
}
