import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { renderer, type Rendered } from './render.ts'
import { root, sectionsOf, sources } from './sources.ts'

/** The fields that the search covers, here and in the browser. */
const searchOptions = { fields: ['heading', 'text', 'page'], storeFields: ['heading', 'page'] }

/**
 * Writes the site of the documentation as plain files, which work from a disk and from a server. Returns the number of pages.
 *
 * @throws when a link leads nowhere, and when nothing leads to a page
 */
export async function buildSite(folder: string): Promise<number> {
  const pages = await sources()
  const rendered = pages.map(renderer(sectionsOf(pages)))
  const broken = brokenLinks(rendered)
  if (broken.length > 0) throw new Error(`these links lead nowhere:\n${broken.join('\n')}`)
  const unlinked = unlinkedPages(rendered)
  if (unlinked.length > 0) throw new Error(`nothing leads to these pages:\n${unlinked.join('\n')}`)
  for (const { path, html } of rendered) write(folder, path, html)
  const words = new MiniSearch(searchOptions)
  words.addAll(rendered.flatMap(({ found }) => found))
  write(
    folder,
    'index-of-words.js',
    `const words = ${JSON.stringify(JSON.stringify(words))}\nconst searchOptions = ${JSON.stringify(searchOptions)}\n`,
  )
  for (const name of ['style.css', 'search.js'])
    copyFileSync(join(import.meta.dirname, 'theme', name), join(folder, name))
  const library = join(root, 'node_modules/minisearch/dist/umd/index.js')
  write(folder, 'minisearch.js', readFileSync(library, 'utf8').replace(/^\/\/# sourceMappingURL=.*$/m, ''))
  return rendered.length
}

/** Exported for its test. */
export function brokenLinks(pages: readonly Pick<Rendered, 'path' | 'links' | 'anchors'>[]): readonly string[] {
  const anchors = new Map(pages.map((page) => [page.path, page.anchors]))
  const leadsNowhere = (path: string, link: string): boolean => {
    const [file = '', mark] = link.split('#')
    const known = anchors.get(file)
    if (known !== undefined) return mark !== undefined && !known.has(mark)
    return !existsSync(join(root, path === 'index.html' ? '' : 'docs', file))
  }
  return pages.flatMap(({ path, links }) =>
    links.filter((link) => leadsNowhere(path, link)).map((link) => `${path}: ${link}`),
  )
}

/** Readers of the plain files have no navigation. Exported for its test. */
export function unlinkedPages(pages: readonly Pick<Rendered, 'path' | 'links'>[]): readonly string[] {
  const linked = new Set(
    pages.flatMap(({ path, links }) => links.map((link) => link.split('#')[0]).filter((to) => to !== path)),
  )
  // The first page, and the page that only the site has.
  const known = new Set(['index.html', 'reference/commands.html'])
  return pages.map(({ path }) => path).filter((path) => !known.has(path) && !linked.has(path))
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
