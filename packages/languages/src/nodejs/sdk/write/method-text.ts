import type { Func, Package, Property, Resource, Type } from '../read/model.ts'
import { access, docs, literal, property, title } from '../read/words.ts'
import type { TypeText } from './type-text.ts'
import { packageArgument } from './writing.ts'

type Methods = Resource['methods']

interface MethodWriting {
  /** The resource's class. */
  readonly owner: string
  readonly types: TypeText
  /** True if a single result is returned as it is. */
  readonly unwraps: boolean
}

/** The methods of a class, as declarations. */
export function methodDeclarations(methods: Methods, writing: MethodWriting): string {
  return methods
    .map(({ name, func }) => {
      const { description, deprecated } = func
      return `${docs(description, { deprecated, indent: '    ' })}    ${name}(${parameters(name, func, writing.owner)}): ${resultText(name, func, writing)};\n`
    })
    .join('')
}

function parameters(name: string, { inputs = [] }: Func, owner: string): string {
  if (inputs.length === 0) return ''
  return `args${isOptional(inputs) ? '?' : ''}: ${owner}.${title(name)}Args`
}

function isOptional(inputs: readonly Property[]): boolean {
  return inputs.every(({ isRequired }) => !isRequired)
}

function resultText(name: string, func: Func, { owner, types, unwraps }: MethodWriting): string {
  const single = singleOf(func, unwraps)
  const text =
    single !== undefined
      ? types.of(single, 'output')
      : func.outputs === undefined
        ? 'void'
        : `${owner}.${title(name)}Result`
  return func.isPlain ? `Promise<${text}>` : text === 'void' ? text : `pulumi.Output<${text}>`
}

/** The type of a method's only result, if the method returns that without an object around it. */
function singleOf({ outputs, returns }: Func, unwraps: boolean): Type | undefined {
  if (returns !== undefined) return returns
  return unwraps && outputs?.length === 1 ? outputs[0]?.type : undefined
}

/** The arguments and results of a class's methods: interfaces in a namespace of the same name. */
export function methodInterfaces(methods: Methods, writing: MethodWriting): string {
  const { owner, types, unwraps } = writing
  const indent = ' '.repeat(8)
  const texts = methods.flatMap(({ name, func }) => {
    const { inputs = [], outputs, isPlain } = func
    const shape = isPlain ? 'plain' : 'input'
    const taken = inputs.length === 0 ? [] : [[`${title(name)}Args`, types.members(inputs, shape, { indent })] as const]
    const given =
      outputs === undefined || singleOf(func, unwraps) !== undefined
        ? []
        : [[`${title(name)}Result`, types.members(outputs, 'output', { indent, before: 'readonly ' })] as const]
    return [
      ...taken.map(([key, members]) =>
        interfaceIn(key, `The set of arguments for the ${owner}.${name} method.`, members),
      ),
      ...given.map(([key, members]) => interfaceIn(key, `The results of the ${owner}.${name} method.`, members)),
    ]
  })
  return texts.length === 0 ? '' : `export declare namespace ${owner} {\n${texts.join('')}}\n`
}

function interfaceIn(name: string, description: string, members: string): string {
  return `${docs(description, { indent: '    ' })}    interface ${name} {\n${members}    }\n`
}

/** The methods of a class, as code. */
export function methodsText(methods: Methods, pkg: Package): string {
  return methods.map(({ name, func }) => methodText(name, func, pkg)).join('')
}

function methodText(name: string, func: Func, pkg: Package): string {
  const { inputs = [], token, outputs, returns, isPlain } = func
  const given = inputs.map((each) => `            ${literal(each.name)}: ${access('args', each.name)},\n`).join('')
  const values = `{\n            "__self__": this,\n${given}        }`
  const head = `    ${property(name)}(${inputs.length === 0 ? '' : 'args'}) {\n${inputs.length > 0 && isOptional(inputs) ? '        args = args || {};\n' : ''}`
  const single = singleOf(func, pkg.unwrapsSingleResults) !== undefined
  const ref = packageArgument(pkg)
  if (isPlain) {
    const only = returns === undefined ? outputs?.[0]?.name : undefined
    const picked = single ? `, { ${only === undefined ? 'only: true' : `property: ${literal(only)}`} }` : ', {}'
    return `${head}        return utilities.callAsync(${literal(token.text)}, ${values}, this${picked}${ref});\n    }\n`
  }
  const isVoid = outputs === undefined && returns === undefined
  const call = `pulumi.runtime.call${single ? 'Single' : ''}(${literal(token.text)}, ${values}, this${ref})`
  return `${head}        ${isVoid ? '' : 'return '}${call};\n    }\n`
}
