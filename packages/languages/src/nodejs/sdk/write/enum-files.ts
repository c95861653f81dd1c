import type { EnumType } from '../read/model.ts'
import { shown } from '../read/tokens.ts'
import { declared, docs, literal, title } from '../read/words.ts'
import { codeHead, type SdkFile, type Writing } from './writing.ts'

/** The enumerations of each module, by the names under which they are exported. */
export type EnumsByModule = ReadonlyMap<string, ReadonlyMap<string, EnumType>>

export function enumsOf({ pkg, tell }: Writing): EnumsByModule {
  const byModule = new Map<string, Map<string, EnumType>>()
  for (const named of pkg.types.values()) {
    if (named.kind !== 'enum') continue
    const module = pkg.modules(named.token)
    const enums = byModule.get(module) ?? new Map<string, EnumType>()
    const name = declared(title(named.token.name))
    if (enums.has(name)) tell(`the type ${shown(named.token.text)} has the same name in an SDK as another one`)
    else byModule.set(module, enums.set(name, named))
  }
  return byModule
}

/** `types/enums`: a file for each module and for each module around it. */
export function enumFiles(byModule: EnumsByModule): readonly SdkFile[] {
  const folders = new Set<string>([''])
  for (const module of byModule.keys()) {
    const segments = module === '' ? [] : module.split('/')
    for (const [index] of segments.entries()) folders.add(segments.slice(0, index + 1).join('/'))
  }
  return [...folders].toSorted().flatMap((module) => {
    const enums = [...(byModule.get(module) ?? [])].toSorted(([a], [b]) => (a < b ? -1 : 1))
    const inner = innerOf(module, [...folders])
    const path = ['types/enums', ...(module === '' ? [] : [module]), 'index'].join('/')
    const declarations = [
      ...inner.map((name) => `export * as ${name} from "./${name}/index";\n`),
      ...enums.map(([name, named]) => declarationOf(name, named)),
    ].join('')
    const code = [
      codeHead,
      ...inner.map((name) => `exports.${name} = require("./${name}/index");\n`),
      ...enums.map(([name, named]) => codeOf(name, named)),
    ].join('')
    return [
      [`${path}.d.ts`, declarations === '' ? 'export {};\n' : declarations],
      [`${path}.js`, code],
    ] as const
  })
}

/** The names of the folders inside a folder. */
export function innerOf(folder: string, all: readonly string[]): readonly string[] {
  const before = folder === '' ? '' : `${folder}/`
  return all
    .filter((each) => each !== '' && each.startsWith(before) && !each.slice(before.length).includes('/'))
    .map((each) => each.slice(before.length))
    .filter((name) => name !== '')
    .toSorted()
}

function declarationOf(name: string, { description, members }: EnumType): string {
  const lines = members.map(
    (each) =>
      `${docs(each.description, { deprecated: each.deprecated, indent: '    ' })}    readonly ${each.name}: ${literal(each.value)};\n`,
  )
  const comment = docs(description)
  return `export declare const ${name}: {\n${lines.join('')}};\n${comment}export type ${name} = (typeof ${name})[keyof typeof ${name}];\n`
}

function codeOf(name: string, { members }: EnumType): string {
  const lines = members.map((each) => `    ${each.name}: ${literal(each.value)},\n`)
  return `exports.${name} = {\n${lines.join('')}};\n`
}
