import type { ObjectType, Property, Type } from '../read/model.ts'
import { shown } from '../read/tokens.ts'
import { access, camel, docs, literal, property } from '../read/words.ts'
import { fallbackOf } from './defaults.ts'
import { type NamespaceEntry, Namespaces } from './namespaces.ts'
import { withImports } from './type-text.ts'
import { type Shape, shapeWithin } from './uses.ts'
import { codeHead, type SdkFile, type Writing } from './writing.ts'

/** `types/input` and `types/output`: the objects in arguments and answers, in a namespace for each module. */
export function typeFiles(writing: Writing): readonly SdkFile[] {
  return [...fileOf('input', ['input', 'plain'], writing), ...fileOf('output', ['output'], writing)]
}

function fileOf(file: string, shapes: readonly Shape[], writing: Writing): readonly SdkFile[] {
  const { pkg, uses, tell, withDefaults } = writing
  const types = writing.types('types')
  const declarations = new Namespaces('declare ')
  const code = new Namespaces()
  for (const named of pkg.types.values()) {
    if (named.kind !== 'object') continue
    const module = pkg.modules(named.token)
    for (const shape of shapes.filter((each) => uses.get(named.token.text)?.has(each))) {
      const name = types.nameOf(named.token.text, named.token.name, shape)
      const entry = declarationOf(named, { name, shape, writing })
      if (!declarations.add(module, name, entry)) {
        tell(`the type ${shown(named.token.text)} has the same name in an SDK as another one`)
        continue
      }
      if (withDefaults.has(named.token.text)) code.add(module, name, defaultsCode(named, { name, shape, writing }))
    }
  }
  const text = declarations.text()
  return [
    [`types/${file}.d.ts`, withImports('types', text === '' ? 'export {};\n' : text)],
    [
      `types/${file}.js`,
      `${codeHead}const pulumi = require("@pulumi/pulumi");\nconst utilities = require("../utilities");\nconst ${file}s = exports;\n${code.code()}`,
    ],
  ]
}

interface TypeWriting {
  readonly name: string
  readonly shape: Shape
  readonly writing: Writing
}

function declarationOf(
  { token, description, properties }: ObjectType,
  { name, shape, writing }: TypeWriting,
): NamespaceEntry {
  const types = writing.types('types')
  return (indent, exported) => {
    const members = types.members(properties, shape, { indent: `${indent}    ` })
    const text = `${docs(description, { indent })}${indent}${exported('interface')} ${name} {\n${members}${indent}}\n`
    if (!writing.withDefaults.has(token.text)) return text
    const comment = docs(`${defaultsName(name)} sets the appropriate defaults for ${name}`, { indent })
    return `${text}${comment}${indent}${exported('function')} ${defaultsName(name)}(val: ${name}): ${name};\n`
  }
}

function defaultsName(type: string): string {
  return `${camel(type)}ProvideDefaults`
}

function defaultsCode({ properties }: ObjectType, { name, shape, writing }: TypeWriting): NamespaceEntry {
  const lines = properties.flatMap((each) => {
    const value = defaultOf(each, shape, writing)
    return value === undefined ? [] : [`        ${property(each.name)}: ${value},\n`]
  })
  return (_, path) =>
    `${path(defaultsName(name))} = function (val) {\n    return {\n        ...val,\n${lines.join('')}    };\n};\n`
}

function defaultOf(each: Property, shape: Shape, writing: Writing): string | undefined {
  const given = access('val', each.name)
  const fallback = fallbackOf(each, writing.pkg.types)
  if (fallback !== undefined) return `(${given}) ?? (${fallback})`
  const inner = defaultsAccess(each.type, shapeWithin(shape, each.isPlain), writing)
  if (inner === undefined) return undefined
  const complete = shape === 'input' && !each.isPlain ? `pulumi.output(${given}).apply(${inner})` : `${inner}(${given})`
  return `${given} === undefined ? undefined : ${complete}`
}

/** Spells a call of the function that fills in a type's defaults, for code outside of `types`: `inputs.s3.ruleArgsProvideDefaults`. */
export function defaultsAccess(type: Type, outer: Shape, { pkg, withDefaults, types }: Writing): string | undefined {
  const named = type.kind === 'named' && withDefaults.has(type.token) ? pkg.types.get(type.token) : undefined
  if (named === undefined) return undefined
  const shape = shapeWithin(outer, type.isPlain === true)
  const module = pkg.modules(named.token)
  const name = defaultsName(types('types').nameOf(named.token.text, named.token.name, shape))
  const root = shape === 'output' ? 'outputs' : 'inputs'
  return [root, ...(module === '' ? [] : module.split('/')), name].join('.')
}

/** The exports of `types`, and the files from which they come. */
const roomsOfTypes = [
  ['enums', './enums/index'],
  ['input', './input'],
  ['output', './output'],
] as const

/** Writes `types/index` and the files that it exports. */
export function typesIndex(): readonly SdkFile[] {
  const declarations = roomsOfTypes.map(([name, place]) => `export * as ${name} from ${literal(place)};\n`)
  const code = roomsOfTypes.map(([name, place]) => `exports.${name} = require(${literal(place)});\n`)
  return [
    ['types/index.d.ts', declarations.join('')],
    ['types/index.js', `${codeHead}${code.join('')}`],
  ]
}
