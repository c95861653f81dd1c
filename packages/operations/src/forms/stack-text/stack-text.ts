import { type Expression, expressionOf, partsIn } from '@slipway/engine'
import {
  type Comments,
  commentsOf,
  DiagnosticList,
  entryOf,
  type MapEntry,
  type ReadResult,
  type SourceText,
  type TreeNode,
  treeToValue,
} from '@slipway/source'
import { entryText, isIdentifier, literalText, ScriptValues } from './script-values.ts'
import { type DeclaredPart, inOrder, namesIn, partOf, textOf } from '../declared-order.ts'
import { movedComments } from '../moved-comments.ts'
import { schemaText } from './schema-text.ts'

interface Declared extends DeclaredPart {
  readonly kind: 'value' | 'resource' | 'datasource'
  readonly name: string
  readonly identifier: string
  readonly keyStart: number
}

/** Words that cannot be identifiers, and words that the text itself uses. */
const taken = new Set(
  'createHash readFileSync resolve break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with yield let static await async of undefined NaN Infinity JSON Output secret stack z s v notImplemented arguments eval'.split(
    ' ',
  ),
)

/**
 * Writes a blueprint as a stack in TypeScript, with its comments. The stack has variables, values, data sources, resources and exports, whose names
 * refer to each other without cycles.
 */
export function stackText({ source, tree }: ReadResult): string {
  if (tree === undefined) return ''
  return new StackText(source, tree).text()
}

class StackText {
  readonly #tree: TreeNode
  readonly #comments: Comments
  readonly #declared = new Map<string, Declared>()
  readonly #diagnostics: DiagnosticList
  readonly #values: ScriptValues
  readonly #secrets: ReadonlySet<string>

  constructor(source: SourceText, tree: TreeNode) {
    this.#tree = tree
    this.#diagnostics = new DiagnosticList(source)
    const comments = commentsOf(source, tree, 'yaml')
    this.#comments = movedComments(
      comments,
      tree,
      withOwnLines(tree),
      tree.kind === 'map' ? tree.entries[0]?.keyStart : undefined,
    )
    this.#secrets = new Set(
      this.#section('variables').flatMap(({ key, value }) => (isTrue(partOf(value, 'secret')) ? [key] : [])),
    )
    this.#declare('value', 'values')
    this.#declare('datasource', 'datasources')
    this.#declare('resource', 'resources')
    this.#values = new ScriptValues(
      {
        identifier: (to, name) => this.#declared.get(`${to} ${name}`)?.identifier ?? identifierFor(name),
        value: (name) => this.#declared.get(`value ${name}`)?.expression,
        isSecret: (name) => this.#secrets.has(name),
      },
      this.#comments,
    )
  }

  text(): string {
    const variables = this.#section('variables')
    const written = inOrder(this.#declared).flatMap((each) => this.#statement(each))
    const exported = this.#exports()
    const schemas = variables.flatMap((entry) => this.#remarked(entry.keyStart, '      ', schemaText(entry)))
    const settings = schemas.length === 0 ? [] : ['  {', '    variables: {', ...schemas, '    },', '  },']
    const indent = schemas.length === 0 ? '' : '  '
    const body = [...written, ...exported].map((line) => (line === '' ? '' : `${indent}${line}`))
    const parameters = schemas.length === 0 ? '(s)' : usesVariables(body) ? '(s, v)' : '(s)'
    const head =
      schemas.length === 0
        ? [`export default stack(${parameters} => {`]
        : ['export default stack(', ...settings, `  ${parameters} => {`]
    const end = schemas.length === 0 ? ['})'] : ['  },', ')']
    const first = this.#tree.kind === 'map' ? this.#tree.entries[0]?.keyStart : undefined
    const above = first === undefined ? [] : this.#remarked(first, '', '').slice(0, -1)
    return `${[...above, ...this.#imports(schemas.length > 0), '', ...this.#about(), ...head, ...body, ...end, ...this.#helper(), ...this.#rest()].join('\n')}\n`
  }

  #section(name: string): readonly MapEntry[] {
    const found = this.#tree.kind === 'map' ? entryOf(this.#tree, name) : undefined
    return found?.kind === 'map' ? found.entries : []
  }

  #declare(kind: Declared['kind'], section: string): void {
    const used = new Set([...taken, ...Array.from(this.#declared.values(), ({ identifier }) => identifier)])
    for (const { key, keyStart, value } of this.#section(section)) {
      const plain = identifierFor(key)
      let identifier = plain
      for (let count = 2; used.has(identifier); count++) identifier = `${plain}${count}`
      used.add(identifier)
      const node = kind === 'value' ? (partOf(value, 'value') ?? value) : value
      const expression = expressionOf(node, this.#diagnostics)
      this.#declared.set(`${kind} ${key}`, {
        key: `${kind} ${key}`,
        kind,
        name: key,
        identifier,
        keyStart,
        body: value,
        expression,
      })
    }
  }

  #statement(each: Declared): readonly string[] {
    const call =
      each.kind === 'value'
        ? this.#values.declared(each.expression, '  ')
        : each.kind === 'datasource'
          ? this.#dataSource(each.body)
          : this.#resource(each)
    const isEmptyList = each.kind === 'value' && each.expression.kind === 'list' && each.expression.items.length === 0
    const head = this.#isUsed(each) ? `const ${each.identifier}${isEmptyList ? ': any[]' : ''} = ` : ''
    return this.#remarked(each.keyStart, '  ', `${head}${call}`)
  }

  #isUsed(declared: Declared): boolean {
    if (declared.kind === 'value') return true
    const { key } = declared
    const exported = this.#section('exports').map(({ value }) => this.#exportOf(value))
    return (
      [...this.#declared.values()].some((other) => this.#uses(other, key)) ||
      exported.some((each) => each !== undefined && refersTo(each, key))
    )
  }

  #uses({ expression, body }: Declared, key: string): boolean {
    return refersTo(expression, key) || namesIn(partOf(body, 'dependsOn')).some((name) => `resource ${name}` === key)
  }

  #dataSource(body: TreeNode): string {
    const type = textOf(partOf(body, 'type')) ?? ''
    const filter = partOf(body, 'filter')
    const items = filter?.kind === 'list' ? filter.items : filter === undefined ? [] : [filter]
    const asked = items.map((item) => {
      const search = partOf(item, 'search')
      const value = search === undefined ? 'null' : this.#values.text(expressionOf(search, this.#diagnostics), '  ')
      const operator = textOf(partOf(item, 'operator')) ?? '='
      return [
        textOf(partOf(item, 'field')) ?? '',
        operator === '=' ? value : `{ operator: ${literalText(operator)}, search: ${value} }`,
      ] as const
    })
    if (type === 'core/exports') return `s.reference(${asked[0]?.[1] ?? "''"})`
    return `s.data(${literalText(type)}, { ${asked.map(([key, value]) => entryText(key, value)).join(', ')} })`
  }

  #resource({ name, body }: Declared): string {
    const spec = partOf(body, 'spec')
    const written = spec === undefined ? '{}' : this.#values.text(expressionOf(spec, this.#diagnostics), '  ')
    const options = this.#options(body)
    const args = [
      literalText(name),
      literalText(textOf(partOf(body, 'type')) ?? ''),
      written,
      ...(options === undefined ? [] : [options]),
    ]
    const given = options === undefined && written === '{}' ? args.slice(0, 2) : args
    return `s.resource(${given.join(', ')})`
  }

  #options(body: TreeNode): string | undefined {
    const dependsOn = namesIn(partOf(body, 'dependsOn')).map(
      (name) => this.#declared.get(`resource ${name}`)?.identifier ?? literalText(name),
    )
    const policy = textOf(partOf(body, 'removalPolicy'))
    const options = partOf(body, 'options')
    const parts = [
      ...(dependsOn.length === 0 ? [] : [`dependsOn: [${dependsOn.join(', ')}]`]),
      ...(policy === undefined ? [] : [entryText('removalPolicy', literalText(policy))]),
      ...(options?.kind === 'map' ? options.entries : []).flatMap(({ key, keyStart, value }) => {
        const written = entryText(key, this.#values.text(expressionOf(value, this.#diagnostics), '    '))
        const { before, after } = this.#comments.at(keyStart)
        return [...before, ...after].length === 0
          ? [written]
          : [`/* ${[...before, ...after].join('; ').replaceAll('*/', '* /')} */ ${written}`]
      }),
    ]
    if (parts.length === 0) return undefined
    const flat = `{ ${parts.join(', ')} }`
    return flat.length < 80 && !flat.includes('\n') ? flat : `{\n${parts.map((each) => `    ${each},\n`).join('')}  }`
  }

  #exports(): readonly string[] {
    const lines = this.#section('exports').flatMap(({ key, keyStart, value }) => {
      const expression = this.#exportOf(value)
      const written = expression === undefined ? 'undefined' : this.#values.text(expression, '    ')
      return this.#remarked(keyStart, '    ', `${entryText(key, written)},`)
    })
    return lines.length === 0 ? [] : ['  return {', ...lines, '  }']
  }

  #exportOf(body: TreeNode): Expression | undefined {
    const field = partOf(body, 'field')
    if (field?.kind !== 'scalar') return undefined
    const whole = { ...field, text: `\${${field.text}}`, value: `\${${field.text}}` }
    return expressionOf(whole, this.#diagnostics)
  }

  #remarked(start: number, indent: string, written: string): readonly string[] {
    const { before, after } = this.#comments.at(start)
    const [first = '', ...others] = written.split('\n')
    const beside = after.length === 0 ? '' : ` // ${after.join('; ')}`
    return [...before.map((words) => `${indent}// ${words}`.trimEnd()), `${indent}${first}${beside}`, ...others]
  }

  #imports(hasVariables: boolean): readonly string[] {
    const names = [
      ...(this.#values.usesOutput ? ['Output'] : []),
      ...(this.#secrets.size > 0 ? ['secret'] : []),
      'stack',
    ]
    const own = `import { ${names.join(', ')} } from 'slipway'`
    const ofNode = Array.from(
      this.#values.imports,
      ([module, imported]) => `import { ${[...imported].join(', ')} } from '${module}'`,
    )
    return [...ofNode.toSorted(), own, ...(hasVariables ? [`import * as z from 'zod'`] : [])]
  }

  /** Writes the metadata, above everything else. */
  #about(): readonly string[] {
    const entries = this.#section('metadata').flatMap(({ key, value }) => {
      const said = treeToValue(value)
      return typeof said === 'string' ? [key === 'description' ? said : `${key}: ${said}`] : []
    })
    if (entries.length === 0) return []
    const lines = entries.flatMap((each) => each.trimEnd().replaceAll('*/', '* /').split('\n'))
    return lines.length === 1 ? [`/** ${lines[0]} */`] : ['/**', ...lines.map((line) => ` * ${line}`.trimEnd()), ' */']
  }

  #helper(): readonly string[] {
    if (!this.#values.hasMissing) return []
    return [
      '',
      '/** Replaces a part that could not be converted. It fails, so that nothing is deployed without it. */',
      'function notImplemented(what: string): never {',
      '  throw new Error(`write your own code here for ${what}`)',
      '}',
    ]
  }

  #rest(): readonly string[] {
    return this.#comments.rest().map((words) => `// ${words}`.trimEnd())
  }
}

/** Returns the parts of a blueprint that have lines of their own in a stack. */
function withOwnLines(tree: TreeNode): TreeNode {
  if (tree.kind !== 'map') return tree
  const nothing = { ...tree, entries: [] }
  const shortened = (section: string, node: TreeNode): TreeNode => {
    if (node.kind !== 'map') return node
    const entries = node.entries.map((entry) => {
      if (section === 'values') return { ...entry, value: partOf(entry.value, 'value') ?? nothing }
      const inner = entry.value.kind === 'map' && section === 'resources' ? entry.value.entries : []
      const [spec, options] = ['spec', 'options'].map((key) => inner.find((each) => each.key === key)?.value)
      const own = [spec, options].flatMap((each) => (each?.kind === 'map' ? each.entries : []))
      return { ...entry, value: { ...nothing, entries: own } }
    })
    return { ...node, entries }
  }
  const [first, ...others] = tree.entries
  const declared = others.filter(({ key }) => key !== 'metadata')
  // The names of sections are not written.
  return {
    ...tree,
    entries: [
      ...(first === undefined ? [] : [first]),
      ...declared.flatMap(({ key, value }) => {
        const section = shortened(key, value)
        return section.kind === 'map' ? section.entries : []
      }),
    ],
  }
}

function isTrue(node: TreeNode | undefined): boolean {
  return node?.kind === 'scalar' && node.value === true
}

function refersTo(expression: Expression, key: string): boolean {
  return Array.from(partsIn(expression)).some((each) => each.kind === 'reference' && `${each.to} ${each.name}` === key)
}

/** Makes an identifier from a name: `webServer` from `web-server`. */
function identifierFor(name: string): string {
  const camel = name.replaceAll(/[^A-Za-z0-9_$]+(.)?/g, (_, next: string | undefined) => (next ?? '').toUpperCase())
  const plain = isIdentifier(camel) ? camel : `_${camel}`
  return taken.has(plain) ? `${plain}_` : plain
}

function usesVariables(lines: readonly string[]): boolean {
  return lines.some((line) => /\bv[.[]/.test(line))
}
