import { posix } from 'node:path'
import markdownIt from 'markdown-it'
import anchor from 'markdown-it-anchor'
import { titleOf, type Section, type Source } from './sources.ts'

/** A rendered page, with its entries for the search. */
export interface Rendered {
  /** Path below the site's folder, ending in `.html`. */
  readonly path: string
  readonly html: string
  readonly anchors: ReadonlySet<string>
  /** Links to other pages of the site, `reference/cli.html#exit-codes`, and to files of the repository, relative to docs/. */
  readonly links: readonly string[]
  readonly found: readonly Found[]
}

/** A part of a page that the search finds. */
interface Found {
  readonly id: string
  readonly page: string
  readonly heading: string
  readonly text: string
}

const htmlPath = (path: string): string => path.replace(/README\.md$/, 'index.md').replace(/\.md$/, '.html')

/** Like GitHub's anchors, so that the same links lead to the same places there and here. */
function slug(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-')
}

/** Renders pages of Markdown, with the frame that all of them share. */
export function renderer(sections: readonly Section[]): (source: Source) => Rendered {
  const known = new Set(sections.flatMap(({ pages }) => pages.map(({ path }) => path)))
  return (source) => {
    const path = htmlPath(source.path)
    const links: string[] = []
    const markdown = markdownIt({ html: false }).use(anchor, { slugify: slug, tabIndex: false })
    const tokens = markdown.parse(source.text, {})
    const anchors = new Set<string>()
    const found: Found[] = []
    for (const [index, token] of tokens.entries()) {
      const id = token.type === 'heading_open' ? String(token.attrGet('id')) : undefined
      const inline = tokens[index + 1]?.content ?? ''
      if (id !== undefined) {
        anchors.add(id)
        found.push({ id: `${path}#${id}`, page: titleOf(source), heading: inline.replaceAll('`', ''), text: '' })
      } else if (token.content !== '' && tokens[index - 1]?.type !== 'heading_open') {
        const last = found.pop()
        if (last !== undefined) found.push({ ...last, text: `${last.text} ${token.content}` })
      }
      for (const link of token.children ?? []) {
        const href = link.type === 'link_open' ? String(link.attrGet('href') ?? '') : ''
        if (href === '' || /^[a-z]+:/.test(href)) continue
        const [file = '', mark] = href.split('#')
        const to = file === '' ? source.path : posix.normalize(posix.join(posix.dirname(source.path), file))
        const hash = mark === undefined ? '' : `#${mark}`
        links.push((known.has(to) ? htmlPath(to) : to) + hash)
        if (known.has(to)) link.attrSet('href', relative(path, htmlPath(to)) + hash)
        // A file of the repository is named on the page, but the site has no link to it.
        else link.attrs = [['class', 'file']]
      }
    }
    const body = markdown.renderer.render(tokens, markdown.options, {})
    return { path, anchors, links, found, html: pageHtml(path, titleOf(source), body, sections) }
  }
}

function relative(from: string, to: string): string {
  return posix.relative(posix.dirname(from), to)
}

function pageHtml(path: string, title: string, body: string, sections: readonly Section[]): string {
  const up = relative(path, '.') === '' ? '.' : relative(path, '.')
  const navigation = sections.map(({ name, pages }) => {
    const entries = pages.map((page) => {
      const isHere = htmlPath(page.path) === path ? ' aria-current="page"' : ''
      return `<li><a href="${relative(path, htmlPath(page.path))}"${isHere}>${escaped(titleOf(page))}</a></li>`
    })
    const isOpen = name === 'Guides' || name === '' || pages.some((page) => htmlPath(page.path) === path)
    const list = `<ul>${entries.join('')}</ul>`
    return name === '' ? list : `<details${isOpen ? ' open' : ''}><summary>${name}</summary>${list}</details>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(title)} · Slipway</title>
<link rel="stylesheet" href="${up}/style.css">
<nav><a class="home" href="${up}/index.html">Slipway</a>
<input id="search" type="search" placeholder="search" autocomplete="off" data-up="${up}"><ol id="found"></ol>
${navigation.join('\n')}</nav>
<main>${body}</main>
<script defer src="${up}/minisearch.js"></script>
<script defer src="${up}/index-of-words.js"></script>
<script defer src="${up}/search.js"></script>
</html>
`
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
