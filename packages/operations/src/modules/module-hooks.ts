import { existsSync, readFileSync, statSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { missingModule } from './missing-module.ts'
import { isPlainScript } from './plain-script.ts'
import { aliasProblem } from './path-aliases.ts'

export interface ModuleHooks {
  /** The exports by specifier. Every module gets these exports by name, regardless of installed packages. */
  readonly provided: ReadonlyMap<string, object>
  /** Called for each file that is loaded as a module, except for files of installed packages. */
  readonly onLoad?: (file: string) => void
}

const scheme = 'slipway:'
/** The global under which the text of a provided module finds its exports. */
const registry = Symbol.for('slipway.provided')

const scriptEndings = ['.ts', '.mts', '.cts']
/** The endings that a specifier may leave out, or take from the compiler's output. */
const written: readonly (readonly [ending: RegExp, instead: readonly string[]])[] = [
  [/\.js$/, ['.ts']],
  [/\.mjs$/, ['.mts']],
  [/\.cjs$/, ['.cts']],
]

/** Makes this process load a user's modules: the provided modules, imports that lack an ending or have the compiler's, and TypeScript as modules. */
export function installModuleHooks({ provided, onLoad }: ModuleHooks): void {
  Object.assign(globalThis, { [registry]: provided })
  registerHooks({
    resolve(specifier, context, next) {
      if (provided.has(specifier)) return { url: `${scheme}${specifier}`, format: 'module', shortCircuit: true }
      try {
        return next(specifier, context)
      } catch (thrown) {
        const found = scriptFor(specifier, context.parentURL)
        if (found !== undefined) return next(pathToFileURL(found).href, context)
        const { parentURL } = context
        throw aliasProblem(specifier, parentURL) ?? missingModule(thrown, specifier, parentURL) ?? thrown
      }
    },
    load(url, context, next) {
      if (url.startsWith(scheme)) {
        const name = url.slice(scheme.length)
        return { format: 'module', source: textOf(name, provided.get(name) ?? {}), shortCircuit: true }
      }
      if (url.startsWith('file:') && !url.includes('/node_modules/')) onLoad?.(fileURLToPath(url))
      if (!isModuleOfScripts(url)) return next(url, context)
      const source = readFileSync(fileURLToPath(url), 'utf8')
      return { format: isPlainScript(source) ? 'module' : 'module-typescript', source, shortCircuit: true }
    },
  })
}

/** True for `.ts` and `.mts`; `.cts` is CommonJS. Node itself refuses TypeScript in `node_modules` with an error. */
function isModuleOfScripts(url: string): boolean {
  if (!url.startsWith('file:') || url.includes('/node_modules/')) return false
  const { pathname } = new URL(url)
  return pathname.endsWith('.ts') || pathname.endsWith('.mts')
}

function textOf(name: string, exports: object): string {
  const names = Object.keys(exports).join(', ')
  return `export const { ${names} } = globalThis[Symbol.for('slipway.provided')].get(${JSON.stringify(name)})\n`
}

/** Returns the TypeScript file for a relative specifier that names no existing file. */
function scriptFor(specifier: string, parent: string | undefined): string | undefined {
  if (!/^\.{0,2}\//.test(specifier) || parent?.startsWith('file:') !== true) return undefined
  const path = resolve(dirname(fileURLToPath(parent)), specifier)
  const compiled = written.flatMap(([ending, instead]) =>
    ending.test(path) ? instead.map((other) => path.replace(ending, other)) : [],
  )
  const left = [...scriptEndings, '.js', '.mjs', '.cjs'].map((ending) => `${path}${ending}`)
  const index = scriptEndings.map((ending) => join(path, `index${ending}`))
  return [...compiled, ...left, ...index].find(isFile)
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}
