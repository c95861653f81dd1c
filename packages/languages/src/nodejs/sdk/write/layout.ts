import type { Func, Package, Resource, Token } from '../read/model.ts'
import { badSchema, shown } from '../read/tokens.ts'
import { camel, declared, title } from '../read/words.ts'

/** An element of the package, with the place of its text. */
export interface Placed<T> {
  readonly of: T
  /** `s3`, `a/b`; empty for the main module. */
  readonly module: string
  /** The file in the folder of the module, without its ending. */
  readonly file: string
  /** The name under which the module exports it. */
  readonly name: string
}

export interface Layout {
  readonly provider: Placed<Resource>
  readonly resources: ReadonlyMap<string, Placed<Resource>>
  readonly functions: ReadonlyMap<string, Placed<Func>>
  /** All modules and the modules around them, the main one first. */
  readonly modules: readonly string[]
}

/** Files that each module has, or may have, besides those of its members. */
const ownFiles: readonly string[] = ['index', 'vars']
const ownFilesOfMain: readonly string[] = [...ownFiles, 'provider', 'utilities']

/** Decides where everything is written. If two elements have the same name, the first by its token counts; the others are reported. */
export function layoutOf(pkg: Package, tell: (leftOut: string) => void): Layout {
  const places = new Places(tell)
  const provider = places.at('', 'Provider', pkg.provider)
  const resources = new Map<string, Placed<Resource>>()
  const functions = new Map<string, Placed<Func>>()
  const add = <T extends Resource | Func>(
    all: readonly T[],
    into: Map<string, Placed<T>>,
    nameOf: (token: Token) => string,
  ): void => {
    for (const each of all.toSorted((a, b) => (a.token.text < b.token.text ? -1 : 1))) {
      const placed = places.place(pkg.modules(each.token), nameOf(each.token), each)
      if (placed !== undefined) into.set(each.token.text, placed)
    }
  }
  add(pkg.resources, resources, ({ name }) => title(name))
  add(pkg.functions, functions, ({ name }) => camel(name))
  const named = [...pkg.types.values()].map(({ token }) => pkg.modules(token)).filter((module) => module !== 'config')
  const config = pkg.config.length === 0 ? [] : ['config']
  const members = [...resources.values(), ...functions.values()].map(({ module }) => module)
  return { provider, resources, functions, modules: withOuter([...members, ...config], named) }
}

class Places {
  readonly #names = new Map<string, string>()
  readonly #files = new Set<string>()
  readonly #tell: (leftOut: string) => void

  constructor(tell: (leftOut: string) => void) {
    this.#tell = tell
  }

  at<T extends Resource | Func>(module: string, name: string, of: T): Placed<T> {
    this.#names.set(`${module}:${name}`, of.token.text)
    return { of, module, file: camel(name), name }
  }

  place<T extends Resource | Func>(module: string, wanted: string, of: T): Placed<T> | undefined {
    const name = declared(wanted)
    const key = `${module}:${name}`
    const before = this.#names.get(key)
    if (before !== undefined) {
      this.#tell(`${shown(of.token.text)} has the same name in an SDK as ${shown(before)}`)
      return undefined
    }
    this.#names.set(key, of.token.text)
    return { of, module, name, file: this.#fileFor(module, camel(name)) }
  }

  /** Some file systems do not distinguish `a` from `A`. */
  #fileFor(module: string, wanted: string): string {
    let file = wanted
    const own = module === '' ? ownFilesOfMain : ownFiles
    while (own.includes(file.toLowerCase()) || this.#files.has(`${module}/${file}`.toLowerCase())) file += '_'
    this.#files.add(`${module}/${file}`.toLowerCase())
    return file
  }
}

/** Modules and the modules around them. Modules with only types count only to keep names distinct. */
function withOuter(modules: readonly string[], ofTypes: readonly string[]): readonly string[] {
  const all = new Set<string>([''])
  for (const module of modules) {
    const segments = module.split('/')
    for (const [index] of segments.entries()) all.add(segments.slice(0, index + 1).join('/'))
  }
  const byFolder = new Map<string, string>()
  for (const module of [...all, ...ofTypes]) {
    const folder = module.toLowerCase()
    const other = byFolder.get(folder)
    if (other !== undefined && other !== module)
      throw badSchema(`has modules ${shown(other)} and ${shown(module)}, which some file systems do not tell apart`)
    byFolder.set(folder, module)
  }
  return [...all].toSorted()
}

/** The path from a file in one folder to another folder's file: `../types/input`, `./utilities`. Folders are relative, `/` inside. */
export function pathTo(fromFolder: string, target: string): string {
  const up = fromFolder === '' ? './' : '../'.repeat(fromFolder.split('/').length)
  return `${up}${target}`
}

/** `s3/bucket` */
export function fileOf({ module, file }: Pick<Placed<unknown>, 'module' | 'file'>): string {
  return module === '' ? file : `${module}/${file}`
}
