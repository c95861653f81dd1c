import type { Property, Resource, Type } from '../read/model.ts'
import { access, accessIfThere, literal, property } from '../read/words.ts'
import { fallbackOf, replacingPaths } from './defaults.ts'
import { pathTo, type Placed } from './layout.ts'
import { methodsText } from './method-text.ts'
import { baseOf, callable } from './resource-declarations.ts'
import { defaultsAccess } from './type-files.ts'
import { codeHead, packageArgument, type Writing } from './writing.ts'

/** The class of a resource. */
export function resourceCode(placed: Placed<Resource>, writing: Writing): string {
  const { of: resource, name, module } = placed
  const { kind, token } = resource
  const body = constructorCode(placed, writing)
  const methods = methodsText(callable(resource), writing.pkg)
  const type = kind === 'provider' ? literal(writing.pkg.name) : literal(token.text)
  const instanceOf = kind === 'provider' ? `"pulumi:providers:" + ${name}.__pulumiType` : `${name}.__pulumiType`
  return [
    codeHead,
    'const pulumi = require("@pulumi/pulumi");\n',
    `const utilities = require("${pathTo(module, 'utilities')}");\n`,
    body.includes('inputs.') ? `const inputs = require("${pathTo(module, 'types/input')}");\n` : '',
    `class ${name} extends pulumi.${baseOf(resource)} {\n`,
    kind === 'custom' ? getCode(placed) : '',
    `    static isInstance(obj) {\n        return obj !== undefined && obj !== null && obj["__pulumiType"] === ${instanceOf};\n    }\n`,
    body,
    methods,
    `}\n${name}.__pulumiType = ${type};\nexports.${name} = ${name};\n`,
  ].join('')
}

function getCode({ of: { state }, name }: Placed<Resource>): string {
  const [more, given] = state === undefined ? ['', 'undefined'] : ['state, ', 'state']
  return `    static get(name, id, ${more}opts) {\n        return new ${name}(name, ${given}, { ...opts, id: id });\n    }\n`
}

function constructorCode({ of: resource, name }: Placed<Resource>, writing: Writing): string {
  const { kind, deprecated } = resource
  const last = kind === 'component' ? 'true' : 'false'
  const ref = packageArgument(writing.pkg)
  return [
    '    constructor(name, args, opts) {\n',
    deprecated === '' ? '' : `        pulumi.log.warn(${literal(`${name} is deprecated: ${deprecated}`)});\n`,
    '        const values = {};\n        opts = opts || {};\n',
    kind === 'provider' ? indented(newValues(resource, writing), '        ') : branches(resource, writing),
    '        opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts);\n',
    ...moreOptions(resource, writing).map((options) => `        opts = pulumi.mergeOptions(opts, ${options});\n`),
    `        super(${name}.__pulumiType, name, values, opts${kind === 'component' || ref !== '' ? `, ${last}` : ''}${ref});\n    }\n`,
  ].join('')
}

/** A resource that is looked up has other arguments than a resource that is made. */
function branches(resource: Resource, writing: Writing): string {
  const { state, outputs } = resource
  const looked =
    state === undefined
      ? outputs.map(({ name }) => unset(name))
      : state.map(({ name }) => `${target(name)} = ${accessIfThere('args', name)};`)
  const made = newValues(resource, writing)
  const inside = '            '
  return `        if (opts.id) {\n${indented(looked, inside)}        } else {\n${indented(made, inside)}        }\n`
}

function newValues(resource: Resource, writing: Writing): readonly string[] {
  const { inputs, outputs, kind } = resource
  const given = new Set(inputs.map(({ name }) => name))
  const missing = inputs
    .filter(
      (each) => each.isRequired && each.constant === undefined && fallbackOf(each, writing.pkg.types) === undefined,
    )
    .map(
      ({ name }) =>
        `if (${accessIfThere('args', name)} === undefined && !opts.urn) utilities.missing(${literal(name)});`,
    )
  const values = inputs.map((each) => `${target(each.name)} = ${valueOf(each, kind, writing)};`)
  const others =
    kind === 'provider' ? [] : outputs.filter(({ name }) => !given.has(name)).map(({ name }) => unset(name))
  return [...missing, ...values, ...others]
}

function target(name: string): string {
  return `values[${literal(name)}]`
}

/** The object names an output, so that the SDK makes it. */
function unset(name: string): string {
  return `${target(name)} = undefined;`
}

function valueOf(each: Property, kind: Resource['kind'], writing: Writing): string {
  const { name, type, constant, isSecret } = each
  if (constant !== undefined) return literal(constant)
  const given = accessIfThere('args', name)
  const fallback = fallbackOf(each, writing.pkg.types)
  const defaults = defaultsAccess(type, each.isPlain ? 'plain' : 'input', writing)
  const completed =
    defaults === undefined
      ? given
      : `${given} === undefined ? undefined : pulumi.output(${access('args', name)}).apply(${defaults})`
  const whole = fallback === undefined ? completed : `(${completed}) ?? (${fallback})`
  // The settings of a provider travel as texts.
  const sent = kind === 'provider' && !isText(type) ? `utilities.asText(${whole})` : whole
  return isSecret ? `utilities.secret(${sent})` : sent
}

function isText(type: Type): boolean {
  return type.kind === 'word' && type.word === 'string'
}

/** Options that a resource has in addition to those that the program gives. */
function moreOptions(resource: Resource, writing: Writing): readonly string[] {
  const { aliases, kind, inputs, outputs } = resource
  const secrets = kind === 'custom' ? outputs.filter(({ isSecret }) => isSecret).map(({ name }) => literal(name)) : []
  const replacing = kind === 'provider' ? [] : replacingPaths(inputs, writing.pkg.types).map((path) => literal(path))
  const types = aliases.map((type) => `{ type: ${literal(type)} }`)
  return [
    ...(types.length === 0 ? [] : [`{ aliases: [${types.join(', ')}] }`]),
    ...(secrets.length === 0 ? [] : [`{ additionalSecretOutputs: [${secrets.join(', ')}] }`]),
    ...(replacing.length === 0 ? [] : [`{ ${property('replaceOnChanges')}: [${replacing.join(', ')}] }`]),
  ]
}

function indented(lines: readonly string[], indent: string): string {
  return lines.map((line) => `${indent}${line}\n`).join('')
}
