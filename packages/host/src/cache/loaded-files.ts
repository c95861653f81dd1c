import { readFileSync, statSync } from 'node:fs'
import { createRequire, findPackageJSON } from 'node:module'
import { dirname, extname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type ScriptString, scriptStrings } from '@slipway/source/script-strings'

/** Files beyond this number are ignored. */
const mostFiles = 2000

interface LoadedFile {
  /** Absolute. */
  readonly file: string
  readonly content: Buffer
}

/** The sources, and the files that they import. For a package in `node_modules` this is its package.json: a new version changes it. */
export function* loadedFiles(sources: readonly string[]): Generator<LoadedFile> {
  const files = new Set(sources)
  for (const file of files) {
    const content = contentOf(file)
    if (content === undefined) continue
    yield { file, content }
    if (!/^\.[cm]?[jt]s$/.test(extname(file)) || isInPackage(file)) continue
    for (const loaded of filesImportedBy(file, content.toString('utf8'))) if (files.size < mostFiles) files.add(loaded)
  }
}

/** The files that a script with this text imports itself, and the package.json of each package. Leaves out what does not exist. */
export function filesImportedBy(file: string, text: string): readonly string[] {
  return scriptStrings(text).flatMap((each) => (isImport(each) ? (fileOf(each.value, file) ?? []) : []))
}

/** `from './lib.ts'`, `import './lib.ts'`, `import('./lib.ts')`, `require('./lib.cjs')` */
function isImport({ after, call, property }: ScriptString): boolean {
  if (after === 'from' || after === 'import') return true
  return after === '(' && property === undefined && (call?.name === 'import' || call?.name === 'require')
}

function fileOf(specifier: string, from: string): string | undefined {
  if (/^\.{0,2}\//.test(specifier)) return scriptAt(resolve(dirname(from), specifier))
  if (specifier.startsWith('node:')) return undefined
  const file = resolved(specifier, from)
  return file !== undefined && !isInPackage(file) ? file : packageOf(specifier, from)
}

/** `./lib` and `./lib.js` also mean `lib.ts`. */
function scriptAt(path: string): string | undefined {
  const endings = ['', '.ts', '.mts', '.cts', '.js', '.mjs', '.cjs', '.json']
  const compiled = path.replace(/\.([cm]?)js$/, '.$1ts')
  const index = endings.slice(1).map((ending) => join(path, `index${ending}`))
  return [...endings.map((ending) => path + ending), compiled, ...index].find(isFile)
}

function resolved(specifier: string, from: string): string | undefined {
  try {
    return createRequire(from).resolve(specifier)
  } catch {
    return undefined
  }
}

function packageOf(specifier: string, from: string): string | undefined {
  try {
    return findPackageJSON(specifier, pathToFileURL(from))
  } catch {
    return undefined
  }
}

function isInPackage(file: string): boolean {
  return file.includes('/node_modules/')
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function contentOf(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
