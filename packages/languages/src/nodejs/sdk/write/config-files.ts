import type { Property, Type } from '../read/model.ts'
import { declared, docs, isIdentifier, literal } from '../read/words.ts'
import { shown } from '../read/tokens.ts'
import { fallbackOf, hasOwnDefault } from './defaults.ts'
import { withImports } from './type-text.ts'
import { codeHead, type SdkFile, type Writing } from './writing.ts'

/** The settings of the package that a program can read by name. */
export function readableConfig({ pkg, tell }: Writing): readonly Property[] {
  return pkg.config.filter(({ name }) => {
    if (isIdentifier(name) && !name.startsWith('__')) return true
    tell(`the setting ${shown(name)} has no name that a program can use`)
    return false
  })
}

/** `config/vars`: the settings of the package, as the stack has them. */
export function configFiles(variables: readonly Property[], writing: Writing): readonly SdkFile[] {
  if (variables.length === 0) return []
  const types = writing.types('config')
  const declarations = variables.map((each) => {
    const { name, type, description, deprecated, fallback } = each
    const optional = fallback === undefined ? ' | undefined' : ''
    return `${docs(description, { deprecated })}export declare const ${declared(name)}: ${types.of(type, 'output')}${optional};\n`
  })
  const code = variables.map((each) => {
    const fallback = hasOwnDefault(each) ? fallbackOf(each, writing.pkg.types) : undefined
    const read = `config.${readerOf(each.type)}(${literal(each.name)})`
    const value = fallback === undefined ? read : `${read} ?? (${fallback})`
    return `Object.defineProperty(exports, ${literal(declared(each.name))}, {\n    enumerable: true,\n    get: function () {\n        return ${value};\n    },\n});\n`
  })
  return [
    ['config/vars.d.ts', withImports('config', declarations.join(''))],
    [
      'config/vars.js',
      [
        codeHead,
        'const pulumi = require("@pulumi/pulumi");\nconst utilities = require("../utilities");\n',
        `const config = new pulumi.Config(${literal(writing.pkg.name)});\n`,
        ...code,
      ].join(''),
    ],
  ]
}

function readerOf(type: Type): string {
  return type.kind === 'word' && type.word === 'string' ? 'get' : 'getObject'
}
