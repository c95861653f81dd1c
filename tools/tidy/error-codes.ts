import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, trackedFiles, type SourceFile } from './sources.ts'

const rooms = [
  'agent',
  'blueprint',
  'cli',
  'convert',
  'engine',
  'host',
  'infra',
  'install',
  'node',
  'package',
  'programs',
  'protocol',
  'publish',
  'sdk',
  'source',
  'stack',
  'state',
  'tasks',
  'testing',
  'testkit',
]
const codePattern = new RegExp(`'((?:${rooms.join('|')})/[a-z0-9]+(?:-[a-z0-9]+)*)'`, 'g')

/** Codes such as `host/plugin-exited` by the first product file that uses them. */
export function usedCodes(files: readonly SourceFile[]): ReadonlyMap<string, string> {
  const used = new Map<string, string>()
  for (const file of files) {
    if (!/^(packages|plugins)\//.test(file.path) || file.path.endsWith('.test.ts')) continue
    for (const match of file.text.matchAll(codePattern)) {
      if (!used.has(match[1] as string)) used.set(match[1] as string, file.path)
    }
  }
  return used
}

/** Codes that have an entry (`## host/plugin-exited`) in docs/reference/errors/, by page. */
export function documentedCodes(): ReadonlyMap<string, string> {
  const documented = new Map<string, string>()
  for (const page of trackedFiles('docs/reference/errors/*.md')) {
    for (const match of readFileSync(join(root, page), 'utf8').matchAll(/^## `?([a-z]+\/[a-z0-9-]+)`?/gm)) {
      documented.set(match[1] as string, page)
    }
  }
  return documented
}
