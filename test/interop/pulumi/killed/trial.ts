import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { alone } from '../bare-machine.ts'
import { nodeOptions } from '../machine.ts'
import { type Wanted, programText } from './wanted.ts'

export interface Page {
  readonly id: string
  readonly text: string
  readonly number: string
}

/** A machine of its own with a provider, a program, and the pages outside. */
export interface Trial {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  /** `NAME=value`, which only the processes of this trial have in their environment. */
  readonly mark: string
  write(pages: readonly Wanted[]): void
  pages(): readonly Page[]
  /** Finds secrets in plain text where Slipway keeps its state. */
  secretsIn(texts: readonly string[]): readonly string[]
  remove(): void
}

export function makeTrial(): Trial {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-killed-'))
  const home = join(folder, 'home')
  const book = join(folder, 'book')
  const plugin = join(home, '.pulumi/plugins/resource-bare-v3.1.4')
  mkdirSync(plugin, { recursive: true })
  mkdirSync(book)
  alone('bare.cjs', 'bare')(plugin)
  writeFileSync(join(folder, 'Pulumi.yaml'), 'name: books\nruntime: nodejs\n')
  writeFileSync(join(folder, 'package.json'), '{"name": "books", "main": "index.js"}\n')
  writeFileSync(join(folder, 'index.js'), programText)
  symlinkSync(join(import.meta.dirname, '../node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    mark: `HOME=${home}`,
    env: {
      ...process.env,
      HOME: home,
      NODE_OPTIONS: nodeOptions,
      // All trials share one cache.
      XDG_CACHE_HOME: join(import.meta.dirname, '../node_modules/.cache/killed'),
      XDG_CONFIG_HOME: join(folder, 'config'),
      NO_COLOR: '1',
      BARE: 'handshake,secrets,slow',
      BARE_MS: '120',
      BARE_BOOK: `${book}/`,
    },
    write: (pages) => writeFileSync(join(folder, 'wanted.json'), JSON.stringify(pages)),
    pages: () => readPages(book),
    secretsIn: (texts) => {
      const files = readdirSync(join(folder, '.slipway'), { recursive: true, withFileTypes: true })
      const kept = files.filter((file) => file.isFile()).map((file) => readFileSync(join(file.parentPath, file.name)))
      return texts.filter((text) => kept.some((bytes) => bytes.includes(text)))
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function readPages(book: string): readonly Page[] {
  return readdirSync(book).flatMap((id) => {
    if (id.endsWith('.next')) return []
    try {
      const { text, number } = JSON.parse(readFileSync(join(book, id), 'utf8'))
      return [{ id, text, number }]
    } catch {
      // The folder has just been removed.
      return []
    }
  })
}
