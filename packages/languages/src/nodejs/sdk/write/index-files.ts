import type { Func, Resource } from '../read/model.ts'
import { shown } from '../read/tokens.ts'
import { literal } from '../read/words.ts'
import { type EnumsByModule, innerOf } from './enum-files.ts'
import { functionExports } from './function-text.ts'
import { pathTo, type Placed } from './layout.ts'
import { resourceExports } from './resource-declarations.ts'
import { codeHead, type SdkFile, type Writing } from './writing.ts'

export interface IndexParts {
  readonly enums: EnumsByModule
  /** The names of the settings in `config/vars`. */
  readonly config: readonly string[]
  readonly hasTypes: boolean
}

/** The index of each module: its members, its inner modules, and the way in which the SDK finds the class of a resource. */
export function indexFiles(writing: Writing, parts: IndexParts): readonly SdkFile[] {
  return writing.layout.modules.flatMap((module) => {
    const index = new ModuleIndex(module, writing, parts)
    const path = module === '' ? 'index' : `${module}/index`
    const { declarations, code } = index.texts()
    return [
      [`${path}.d.ts`, declarations === '' ? 'export {};\n' : declarations],
      [`${path}.js`, code],
    ] as const
  })
}

class ModuleIndex {
  readonly #module: string
  readonly #writing: Writing
  readonly #parts: IndexParts
  readonly #taken = new Set<string>()
  readonly #declarations: string[] = []
  readonly #code: string[] = []

  constructor(module: string, writing: Writing, parts: IndexParts) {
    this.#module = module
    this.#writing = writing
    this.#parts = parts
  }

  texts(): { readonly declarations: string; readonly code: string } {
    const { layout } = this.#writing
    this.#modules()
    const resources = [...layout.resources.values()].filter(({ module }) => module === this.#module)
    if (this.#module === '') this.#resource(layout.provider)
    for (const resource of resources) this.#resource(resource)
    for (const func of layout.functions.values()) if (func.module === this.#module) this.#function(func)
    this.#enums()
    this.#config()
    return {
      declarations: this.#declarations.join(''),
      code: [
        codeHead,
        'const pulumi = require("@pulumi/pulumi");\n',
        `const utilities = require("${pathTo(this.#module, 'utilities')}");\n`,
        ...this.#code,
        this.#registration(resources),
        this.#module === '' ? this.#packageRegistration() : '',
      ].join(''),
    }
  }

  #modules(): void {
    const inner = innerOf(this.#module, this.#writing.layout.modules)
    for (const name of inner) this.#namespace(name, `./${name}/index`)
    if (this.#module === '' && this.#parts.hasTypes) this.#namespace('types', './types/index')
  }

  #namespace(name: string, path: string): void {
    this.#taken.add(name)
    this.#declarations.push(`export * as ${name} from ${literal(path)};\n`)
    this.#code.push(`exports.${name} = require(${literal(path)});\n`)
  }

  #resource(placed: Placed<Resource>): void {
    this.#member(placed, [placed.name], resourceExports(placed))
  }

  #function(placed: Placed<Func>): void {
    const { values, all } = functionExports(placed)
    this.#member(placed, values, all)
  }

  #member({ file, of }: Placed<Resource | Func>, values: readonly string[], all: readonly string[]): void {
    if (values.some((name) => this.#taken.has(name))) {
      this.#writing.tell(`${shown(of.token.text)} has the same name in an SDK as something else in its module`)
      return
    }
    const names = all.filter((name) => !this.#taken.has(name))
    for (const name of names) this.#taken.add(name)
    this.#declarations.push(`export { ${names.join(', ')} } from "./${file}";\n`)
    // Loads a file only when it is used: a program that uses three of a thousand types reads three files. `null` tells Node the name.
    const quoted = values.map((name) => literal(name)).join(', ')
    this.#code.push(...values.map((name) => `exports.${name} = null;\n`))
    this.#code.push(`utilities.lazyLoad(exports, [${quoted}], () => require("./${file}"));\n`)
  }

  #enums(): void {
    const enums = [...(this.#parts.enums.get(this.#module)?.keys() ?? [])].filter((name) => !this.#taken.has(name))
    if (enums.length === 0) return
    const path = literal(
      pathTo(this.#module, this.#module === '' ? 'types/enums/index' : `types/enums/${this.#module}/index`),
    )
    this.#declarations.push(`export { ${enums.join(', ')} } from ${path};\n`)
    this.#code.push(`const _enums = require(${path});\n`, ...enums.map((name) => `exports.${name} = _enums.${name};\n`))
  }

  #config(): void {
    const names = this.#parts.config.filter((name) => !this.#taken.has(name))
    if (this.#module !== 'config' || names.length === 0) return
    this.#declarations.push(`export { ${names.join(', ')} } from "./vars";\n`)
    this.#code.push('const _vars = require("./vars");\n')
    for (const name of names)
      this.#code.push(
        `Object.defineProperty(exports, ${literal(name)}, { enumerable: true, get: function () { return _vars.${name}; } });\n`,
      )
  }

  /** Lets the SDK make an object of a resource that it receives as a reference. */
  #registration(resources: readonly Placed<Resource>[]): string {
    if (resources.length === 0) return ''
    const cases = resources.map(
      ({ of: { token }, name }) =>
        `            case ${literal(token.text)}:\n                return new exports.${name}(name, undefined, { urn });\n`,
    )
    const modules = [...new Set(resources.map(({ of: { token } }) => token.module))].toSorted()
    const pkg = literal(this.#writing.pkg.name)
    return [
      'const _module = {\n    version: utilities.getVersion(),\n    construct: (name, type, urn) => {\n        switch (type) {\n',
      ...cases,
      '            default:\n                return utilities.unknownType(type);\n        }\n    },\n};\n',
      ...modules.map((module) => `pulumi.runtime.registerResourceModule(${pkg}, ${literal(module)}, _module);\n`),
    ].join('')
  }

  #packageRegistration(): string {
    const { name } = this.#writing.pkg
    const type = literal(`pulumi:providers:${name}`)
    return `pulumi.runtime.registerResourcePackage(${literal(name)}, {
    version: utilities.getVersion(),
    constructProvider: (name, type, urn) => {
        if (type !== ${type}) return utilities.unknownType(type);
        return new exports.Provider(name, undefined, { urn });
    },
});
`
  }
}
