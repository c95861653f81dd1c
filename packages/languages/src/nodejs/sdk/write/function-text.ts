import type { Func, Property } from '../read/model.ts'
import { access, docs, literal, title } from '../read/words.ts'
import { pathTo, type Placed } from './layout.ts'
import { withImports } from './type-text.ts'
import { hasOutputVersion, type Shape } from './uses.ts'
import { codeHead, interfaceText, packageArgument, type Writing } from './writing.ts'

/** The exports of a function's file. */
export function functionExports({ of, name }: Placed<Func>): {
  readonly values: readonly string[]
  readonly all: readonly string[]
} {
  const { inputs = [], outputs, positions } = of
  const hasOutput = hasOutputVersion(of)
  const hasArgs = inputs.length > 0 && positions === undefined
  const values = [name, ...(hasOutput ? [`${name}Output`] : [])]
  const interfaces = [
    ...(hasArgs ? [`${title(name)}Args`] : []),
    ...(outputs === undefined ? [] : [`${title(name)}Result`]),
    ...(hasArgs && hasOutput ? [`${title(name)}OutputArgs`] : []),
  ]
  return { values, all: [...values, ...interfaces] }
}

/** The declarations of a function, and of its version with outputs as arguments and result. */
export function functionDeclarations(placed: Placed<Func>, writing: Writing): string {
  const { of: func, name, module } = placed
  const { inputs = [], outputs, returns, positions, description, deprecated } = func
  const types = writing.types(module)
  const result =
    returns !== undefined ? types.of(returns, 'output') : outputs === undefined ? 'void' : `${title(name)}Result`
  const indent = '    '
  const comment = docs(description, { deprecated })
  const hasArgs = inputs.length > 0 && positions === undefined
  const plain = [
    `${comment}export declare function ${name}(${parameters(placed, 'plain', writing)}opts?: pulumi.InvokeOptions): Promise<${result}>;\n`,
    hasArgs
      ? interfaceText(
          `${title(name)}Args`,
          `A collection of arguments for invoking ${name}.`,
          types.members(inputs, 'plain', { indent }),
        )
      : '',
    outputs === undefined
      ? ''
      : interfaceText(
          `${title(name)}Result`,
          `A collection of values returned by ${name}.`,
          types.members(outputs, 'output', { indent, before: 'readonly ' }),
        ),
  ]
  const withOutputs = hasOutputVersion(func)
    ? [
        `${comment}export declare function ${name}Output(${parameters(placed, 'input', writing)}opts?: pulumi.InvokeOutputOptions): pulumi.Output<${result}>;\n`,
        hasArgs
          ? interfaceText(
              `${title(name)}OutputArgs`,
              `A collection of arguments for invoking ${name}.`,
              types.members(inputs, 'input', { indent }),
            )
          : '',
      ]
    : []
  return withImports(module, [...plain, ...withOutputs].join(''))
}

function parameters({ of, name, module }: Placed<Func>, shape: Shape, writing: Writing): string {
  const { inputs = [] } = of
  if (inputs.length === 0) return ''
  const types = writing.types(module)
  const ordered = positioned(of)
  if (ordered !== undefined)
    return ordered
      .map(
        (each, index) =>
          `arg${index}${isNeeded(each, ordered.slice(index)) ? '' : '?'}: ${types.of(each.type, shape)}, `,
      )
      .join('')
  const optional = inputs.every(({ isRequired }) => !isRequired) ? '?' : ''
  return `args${optional}: ${title(name)}${shape === 'plain' ? '' : 'Output'}Args, `
}

/** A parameter that stands before a required one is required, too. */
function isNeeded(_: Property, rest: readonly Property[]): boolean {
  return rest.some(({ isRequired }) => isRequired)
}

function positioned({ inputs = [], positions }: Func): readonly Property[] | undefined {
  return positions?.flatMap((name) => inputs.find((each) => each.name === name) ?? [])
}

/** The code of a function, and of its version with outputs. */
export function functionCode(placed: Placed<Func>, writing: Writing): string {
  const { of: func, name, module } = placed
  const versions = hasOutputVersion(func)
    ? ([
        [name, ''],
        [`${name}Output`, 'Output'],
      ] as const)
    : ([[name, '']] as const)
  const single = func.returns === undefined ? '' : 'Single'
  const ref = packageArgument(writing.pkg)
  const warning =
    func.deprecated === '' ? '' : `    pulumi.log.warn(${literal(`${name} is deprecated: ${func.deprecated}`)});\n`
  return [
    codeHead,
    'const pulumi = require("@pulumi/pulumi");\n',
    `const utilities = require("${pathTo(module, 'utilities')}");\n`,
    ...versions.map(([called, suffix]) => {
      const { names, values, prepared } = argumentsOf(func)
      const call = `pulumi.runtime.invoke${single}${suffix}(${literal(func.token.text)}, ${values}, opts${ref})`
      return [
        `function ${called}(${names}opts) {\n`,
        warning,
        prepared,
        '    opts = pulumi.mergeOptions(utilities.resourceOptsDefaults(), opts || {});\n',
        `    return ${call};\n}\nexports.${called} = ${called};\n`,
      ].join('')
    }),
  ].join('')
}

function argumentsOf(func: Func): { readonly names: string; readonly values: string; readonly prepared: string } {
  const { inputs = [] } = func
  if (inputs.length === 0) return { names: '', values: '{}', prepared: '' }
  const ordered = positioned(func)
  const lines = (ordered ?? inputs).map((each, index) => {
    const given = ordered === undefined ? access('args', each.name) : `arg${index}`
    return `        ${literal(each.name)}: ${each.constant === undefined ? given : literal(each.constant)},\n`
  })
  const values = `{\n${lines.join('')}    }`
  if (ordered !== undefined) return { names: ordered.map((_, index) => `arg${index}, `).join(''), values, prepared: '' }
  return { names: 'args, ', values, prepared: '    args = args || {};\n' }
}
