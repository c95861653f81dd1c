import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import MiniSearch from 'minisearch'
import { renderer, type Rendered } from './render.ts'
import { root, sectionsOf, sources } from './sources.ts'

/** What the search looks through, in the browser as here. */
const searchOptions = { fields: ['heading', 'text', 'page'], storeFields: ['heading', 'page'] }

/**
 * Writes the site of the documentation: plain files, which work from a disk as from a server. Gives the number of pages.
 *
 * Throws when a link leads nowhere.
 */
export async function buildSite(folder: string): Promise<number> {
  const pages = await sources()
  const rendered = pages.map(renderer(sectionsOf(pages)))
  const broken = brokenLinks(rendered)
  if (broken.length > 0) throw new Error(`these links lead nowhere:\n${broken.join('\n')}`)
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

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
