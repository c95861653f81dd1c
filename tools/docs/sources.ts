import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commandsPage } from './commands-page.ts'

/** A page as it is written. */
export interface Source {
  /** Path below docs/, ending in `.md`. */
  readonly path: string
  readonly text: string
}

export const root = join(import.meta.dirname, '../..')

/** Every page below docs/, the README as the first page, and the pages made from the code itself. */
export async function sources(): Promise<readonly Source[]> {
  const files = globSync('**/*.md', { cwd: join(root, 'docs') }).sort()
  const pages = files.map((path) => ({ path, text: readFileSync(join(root, 'docs', path), 'utf8') }))
  const readme = readFileSync(join(root, 'README.md'), 'utf8').replaceAll(/\]\(docs\//g, '](')
  return [{ path: 'index.md', text: readme }, ...pages, { path: 'reference/commands.md', text: await commandsPage() }]
}

/** The title of a page: its first heading. */
export function titleOf({ path, text }: Source): string {
  return /^# (.+)$/m.exec(text)?.[1]?.replaceAll('`', '') ?? path
}

export interface Section {
  readonly name: string
  readonly pages: readonly Source[]
}

const sections: readonly (readonly [name: string, where: RegExp])[] = [
  ['', /^index\.md$/],
  ['Guides', /^guides\//],
  ['Reference', /^reference\/[^/]+\.md$|^glossary\.md$/],
  ['Types', /^reference\/types\//],
  ['Errors', /^reference\/errors\//],
  ['Decisions', /^decisions\//],
]

/** The pages that a beginner reads before the others of their sections. */
const first = new Set(['guides/first-week.md', 'README.md', 'reference/errors/README.md', 'decisions/README.md'])

/**
 * Guides are in the order in which docs/README.md lists them, all other pages in the order of their titles. A page without a section is in
 * `Reference`.
 */
export function sectionsOf(pages: readonly Source[]): readonly Section[] {
  const placed = (page: Source): string => sections.find(([, where]) => where.test(page.path))?.[0] ?? 'Reference'
  const list = pages.find(({ path }) => path === 'README.md')?.text ?? ''
  const listed = Array.from(list.matchAll(/\]\((guides\/[^)#]+)/g), ([, path]) => path)
  const rank = ({ path }: Source): number => (first.has(path) ? -2 : listed.indexOf(path))
  const inOrder = (a: Source, b: Source): number => rank(a) - rank(b) || titleOf(a).localeCompare(titleOf(b))
  return sections.map(([name]) => ({ name, pages: pages.filter((page) => placed(page) === name).sort(inOrder) }))
}
