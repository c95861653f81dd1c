import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Larger folders are not read further: they are not a handwritten project, but the output of a tool. */
const limits = { files: 5000, folders: 5000, bytes: 1024 * 1024 }

const source = /(?<!\.d)\.[cm]?[jt]s$/

/** A source in TypeScript or JavaScript. */
export interface ScriptFile {
  /** Absolute. */
  readonly file: string
  readonly text: string
}

/** The sources below a folder, without dependencies, hidden folders and declarations. Skips unreadable files. */
export function* scriptFiles(folder: string): Generator<ScriptFile> {
  const folders = [folder]
  let files = 0
  for (const [count, at] of folders.entries()) {
    if (count > limits.folders) return
    for (const entry of entriesOf(at)) {
      if (entry.name.startsWith('.') || entry.name === 'node_modules') continue
      const file = join(at, entry.name)
      if (entry.isDirectory()) folders.push(file)
      else if (entry.isFile() && source.test(entry.name)) {
        if (++files > limits.files) return
        const text = textOf(file)
        if (text !== undefined) yield { file, text }
      }
    }
  }
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function textOf(file: string): string | undefined {
  try {
    return statSync(file).size > limits.bytes ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
