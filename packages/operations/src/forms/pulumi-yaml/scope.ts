import type { Expression, PathStep, ValueType } from '@slipway/engine'
import { functionName } from '@slipway/protocol/pulumi'
import type { PulumiYamlTarget } from './conversion.ts'
import {
  type Access,
  assetField,
  type Call,
  ExpressionReader,
  type Invoke,
  isAssetCall,
  type MapField,
  type PulumiExpression,
} from './expression.ts'
import { call, list, literal, pulumiFunctions, readsFiles } from './functions.ts'
import type { KnownPackages } from './known-packages.ts'
import type { Report, Stretch } from './report.ts'
import type { Sources } from './sources.ts'
import { Trees } from './trees.ts'

/** The meaning of a name in the program. */
export type Meaning =
  | { readonly kind: 'resource'; readonly name: string; readonly type: string; readonly isComponent: boolean }
  /** A resource that is only read. Neither a blueprint nor a stack can do this. */
  | { readonly kind: 'read' }
  | { readonly kind: 'stackReference'; readonly of: PulumiExpression }
  | { readonly kind: 'variable'; readonly name: string; readonly type: ValueType }
  | { readonly kind: 'value'; readonly name: string; readonly of: PulumiExpression }
  /** A variable that is only another name for a resource, or for the result of a data source. */
  | { readonly kind: 'same'; readonly of: PulumiExpression }

/** The values behind `${pulumi.…}`. */
export interface PulumiSettings {
  readonly project: string
  /** True if the program is in a folder of its own, below the project. */
  readonly hasMain: boolean
  /** Returns the name of the variable that holds the name of the stack, and marks it as used. */
  stackVariable: () => string
}

export interface ScopeParts {
  readonly meanings: ReadonlyMap<string, Meaning>
  readonly settings: PulumiSettings
  readonly packages: KnownPackages
  readonly report: Report
  readonly sources: Sources
  readonly to: PulumiYamlTarget
  readonly keepText: (text: string) => string
}

const reference = (to: 'variable' | 'value' | 'resource' | 'datasource', name: string, path: readonly PathStep[]) =>
  ({ kind: 'reference', to, name, path, origin: { start: 0, end: 0 } }) as const satisfies Expression

/** Turns values of the program into expressions of a blueprint. */
export class Scope {
  readonly report: Report
  readonly reader: ExpressionReader
  readonly trees: Trees
  readonly #parts: ScopeParts

  constructor(parts: ScopeParts) {
    this.#parts = parts
    this.trees = new Trees(this, parts.keepText)
    this.report = parts.report
    this.reader = new ExpressionReader(parts.report)
  }

  meaning(root: string): Meaning | undefined {
    const { meanings, settings } = this.#parts
    return meanings.get(root) ?? meanings.get(root.replace(`${settings.project}:`, ''))
  }

  /** Returns the resource that an expression names, directly or by a variable. */
  resourceIn(expression: PulumiExpression): (Meaning & { readonly kind: 'resource' }) | undefined {
    if (expression.kind !== 'access' || expression.path.length > 0) return undefined
    const found = this.meaning(expression.root)
    if (found?.kind === 'same') return this.resourceIn(found.of)
    return found?.kind === 'resource' ? found : undefined
  }

  /** Returns the value of a variable, as far as it is written out. Variables that need each other stay as they are. */
  written(expression: PulumiExpression, open: readonly string[] = []): PulumiExpression {
    if (expression.kind !== 'access' || open.includes(expression.root)) return expression
    const found = this.meaning(expression.root)
    if (found?.kind !== 'value' && found?.kind !== 'same') return expression
    const inside = [...open, expression.root]
    let of: PulumiExpression | undefined = this.written(found.of, inside)
    for (const step of expression.path) of = of && stepInto(of, step)
    return of === undefined ? expression : this.written(of, inside)
  }

  /** Returns an expression in place of a part that has no counterpart. The expression fails, so that nobody deploys half of a program. */
  missing(place: Stretch, what: string, why: string): Expression {
    this.report.lost(place, what, why)
    const { line } = this.report.source.position(place.start)
    return call('notImplemented', literal(`${what}: ${this.report.source.fileAt(place.start)}:${line}`))
  }

  expression(given: PulumiExpression): Expression {
    switch (given.kind) {
      case 'literal':
        return literal(given.value)
      case 'text':
        return call('join', list(given.parts.map((part) => this.#part(part))), literal(''))
      case 'access':
        return this.access(given)
      case 'list':
        return list(given.items.map((item) => this.expression(item)))
      case 'map':
        return this.map(given.fields)
      case 'invoke':
        return this.#invoke(given)
      case 'call':
        return this.#call(given)
    }
  }

  /** Returns a map. Computed keys need functions. */
  map(fields: readonly MapField[]): Expression {
    const plain = fields.flatMap(({ key, value }) =>
      key.kind === 'literal' ? [[String(key.value), this.expression(value)] as const] : [],
    )
    const whole: Expression = { kind: 'map', entries: plain, origin: { start: 0, end: 0 } }
    const others = fields.filter(({ key }) => key.kind !== 'literal')
    if (others.length === 0) return whole
    const made = call(
      'zipmap',
      list(others.map(({ key }) => this.expression(key))),
      list(others.map(({ value }) => this.expression(value))),
    )
    return plain.length === 0 ? made : call('merge', whole, made)
  }

  #part(part: string | Access): Expression {
    return typeof part === 'string' ? literal(part) : this.access(part)
  }

  access(access: Access): Expression {
    const { root, path } = access
    if (root === 'pulumi') return this.#setting(access)
    const meaning = this.meaning(root)
    switch (meaning?.kind) {
      case 'resource':
        return this.#ofResource(access, meaning)
      case 'variable':
        return reference('variable', meaning.name, path)
      case 'value':
        return reference('value', meaning.name, path)
      case 'same':
        return this.#ofSame(access, meaning.of)
      case 'stackReference':
        return this.#ofStack(access, meaning.of)
      case 'read':
        return this.missing(access, root, 'a resource that is only read ("get") has no counterpart')
      default:
        this.report.error('convert/unknown-name', access, `there is no resource, variable or config value "${root}"`)
        return literal(null)
    }
  }

  #ofSame(access: Access, of: PulumiExpression): Expression {
    if (of.kind === 'access') return this.access({ ...access, root: of.root, path: [...of.path, ...access.path] })
    if (of.kind !== 'invoke') return this.expression(of)
    const [field, ...rest] = of.returns === undefined ? access.path : [of.returns, ...access.path]
    if (typeof field !== 'string')
      return this.missing(access, access.root, 'a program can use the fields of a data source, not its whole answer')
    return this.#sourceField(of, access.root, [field, ...rest], access)
  }

  #ofResource(access: Access, { name, type, isComponent }: Meaning & { readonly kind: 'resource' }): Expression {
    const [first, ...rest] = access.path
    // A component has no id.
    if (first === undefined) return reference('resource', name, isComponent ? ['spec', 'urn'] : [])
    if (first === 'urn' && !isComponent)
      return this.missing(access, `the URN of ${access.root}`, `a ${type} has no URN here: use its id`)
    return reference('resource', name, ['spec', first, ...rest])
  }

  #ofStack(access: Access, stack: PulumiExpression): Expression {
    const [outputs, name, ...rest] = access.path
    if (outputs === 'outputs' && typeof name === 'string') return this.#stackOutput(access, stack, name, rest)
    return this.missing(access, access.root, 'a program can use only single outputs of a stack')
  }

  /** Returns the output of another stack. */
  #stackOutput(place: Stretch, stack: PulumiExpression, name: string, path: readonly PathStep[]): Expression {
    const { sources, settings, to } = this.#parts
    const written = this.trees.of(this.written(stack))
    const instance = written.kind === 'scalar' ? instanceOf(written.text, settings.project) : undefined
    if (instance === undefined) return this.missing(place, 'a stack reference', 'the name of the stack is not text')
    const [step] = path
    const type = typeof step === 'number' ? 'array' : step === undefined ? undefined : 'object'
    if (type === undefined && to === 'blueprint')
      this.report.assumed(
        place,
        `the output ${name} of ${instance} is assumed to be text`,
        'if the output has another type, declare the type in the data source',
      )
    return reference('datasource', sources.ofStack(instance, name, type ?? 'string'), [name, ...path])
  }

  #setting(access: Access): Expression {
    const [name] = access.path
    const { settings } = this.#parts
    switch (name) {
      case 'cwd':
        return call('cwd')
      case 'project':
        return literal(settings.project)
      case 'stack':
        return reference('variable', settings.stackVariable(), [])
      case 'rootDirectory':
        if (!settings.hasMain) return call('cwd')
        return this.missing(access, 'pulumi.rootDirectory', 'the program is in a folder below it')
      case 'organization':
        this.report.lost(
          access,
          'pulumi.organization',
          'Slipway has none; Pulumi says "organization" without its service',
        )
        return literal('organization')
      default:
        return this.missing(access, `pulumi.${String(name)}`, 'Pulumi YAML has no such setting')
    }
  }

  #invoke(invoke: Invoke): Expression {
    const { token, args, returns, options } = invoke
    if (this.#parts.sources.needsSource(invoke)) {
      if (returns === undefined)
        return this.missing(
          invoke,
          `fn::invoke of ${token}`,
          'with its own provider it must be a variable, or have a return type',
        )
      return this.#sourceField(invoke, token, [returns], invoke)
    }
    this.#parts.sources.loseOptions(options, this)
    const { packages } = this.#parts
    const full = packages.invoked(token)
    if (full === undefined) this.#unsure(invoke, token)
    const written =
      args === undefined ? { kind: 'map' as const, entries: [], origin: { start: 0, end: 0 } } : this.expression(args)
    return {
      kind: 'call',
      name: functionName(full ?? threeParts(token)),
      args: [{ value: written }],
      path: returns === undefined ? [] : [returns],
      origin: { start: 0, end: 0 },
    }
  }

  #sourceField(invoke: Invoke, wanted: string, path: readonly PathStep[], place: Stretch): Expression {
    const [field] = path
    const source = this.#parts.sources.ofInvoke(invoke, this, wanted, String(field))
    if (source !== undefined) return reference('datasource', source, path)
    const why =
      this.#parts.to === 'stack'
        ? 'in a stack all functions use the provider of the settings'
        : 'with its own provider its arguments must be single values or lists of them'
    return this.missing(place, `fn::invoke of ${invoke.token}`, why)
  }

  #unsure(place: Stretch, token: string): void {
    this.report.assumed(
      place,
      `the function ${token} is written as in the program, because no plugin here describes it`,
      'slipway functions shows the names of functions once the plugin is installed',
    )
  }

  #call(given: Call): Expression {
    const { name, argument } = given
    const { takes, make } = pulumiFunctions[name]
    this.noteRead(given)
    if (isAssetCall(given)) return this.map([assetField(given)])
    if (takes === 'one') return make?.(this.expression(argument)) ?? literal(null)
    if (takes === 'two') {
      const [first, second, ...others] = argument.kind === 'list' ? argument.items : []
      if (first === undefined || second === undefined || others.length > 0) {
        this.report.error('convert/not-read', given, `${name} takes a list of two values`)
        return literal(null)
      }
      return make?.(this.expression(first), this.expression(second)) ?? literal(null)
    }
    return this.#ownCall(given)
  }

  #ownCall({ name, argument, ...place }: Call): Expression {
    switch (name) {
      case 'fn::unsecret':
        this.report.lost(place, name, 'a value that comes from a secret stays secret')
        return this.expression(argument)
      case 'fn::stackReference': {
        const [stack, output] = argument.kind === 'list' ? argument.items.map((item) => this.written(item)) : []
        if (stack !== undefined && output?.kind === 'literal')
          return this.#stackOutput(place, stack, String(output.value), [])
        return this.missing(place, name, 'the name of the output must be written out')
      }
      case 'fn::pulumiResourceName':
      case 'fn::pulumiResourceType': {
        const found = this.resourceIn(argument)
        if (found !== undefined) return literal(name === 'fn::pulumiResourceName' ? found.name : found.type)
        return this.missing(place, name, 'it takes a resource')
      }
      default:
        return this.missing(place, name, 'it has no counterpart')
    }
  }

  /** Notes a file or a folder of the program to be copied. A path elsewhere has another meaning in another folder. */
  noteRead({ name, argument }: Call): void {
    if (!readsFiles.has(name)) return
    const path = this.written(argument)
    if (path.kind !== 'literal' || typeof path.value !== 'string') return
    const parts = path.value.split('/')
    if (parts.includes('..') || parts.every((part) => part === '.' || part === ''))
      this.report.assumed(
        argument,
        `${path.value} is not copied, since it is not inside the folder of the program`,
        'write its path relative to the new folder',
      )
    this.report.reads(path.value)
  }

  /** Returns the declared type of a value; `undefined` if only a schema has the type. */
  typeOf(written: PulumiExpression): ValueType | undefined {
    const given = this.written(written)
    switch (given.kind) {
      case 'literal':
        return typeOfLiteral(given.value)
      case 'text':
        return 'string'
      case 'list':
        return 'array'
      case 'map':
        return 'object'
      case 'invoke':
        return given.returns === undefined ? 'object' : this.#parts.packages.answer(given.token, given.returns)
      case 'call':
        return this.#typeOfCall(given)
      case 'access':
        return this.#typeOfAccess(given)
    }
  }

  #typeOfCall({ name, argument }: Call): ValueType | undefined {
    if (name === 'fn::secret' || name === 'fn::unsecret') return this.typeOf(argument)
    if (name === 'fn::split') return 'array'
    if (name === 'fn::length') return 'integer'
    if (name === 'fn::select' || name === 'fn::singleOrNone' || name === 'fn::stackReference') return undefined
    return /(?:Asset|Archive)$/.test(name) ? 'object' : 'string'
  }

  #typeOfAccess({ root, path }: Access): ValueType | undefined {
    if (root === 'pulumi') return 'string'
    const meaning = this.meaning(root)
    if (meaning?.kind === 'variable') return path.length === 0 ? meaning.type : undefined
    if (meaning?.kind === 'same' && meaning.of.kind === 'access')
      return this.#typeOfAccess({ ...meaning.of, path: [...meaning.of.path, ...path] })
    if (meaning?.kind === 'value') {
      const [first, ...rest] = path
      const isAnswer = meaning.of.kind === 'invoke' && meaning.of.returns === undefined && rest.length === 0
      return isAnswer ? this.#parts.packages.answer(meaning.of.token, String(first)) : undefined
    }
    if (meaning?.kind !== 'resource') return undefined
    if (path.length === 0) return 'string'
    if (path.length === 1 && (path[0] === 'id' || path[0] === 'urn')) return 'string'
    return this.#parts.packages.output(meaning.type, path)
  }
}

/** Returns the instance for a stack: `shop/prod`. Pulumi names a stack with its organization and project, or by its name alone in the same project. */
function instanceOf(stack: string, project: string): string | undefined {
  const parts = stack.match(/(?:\$\{[^}]*\}|[^/])+/g) ?? []
  if (parts.length === 0 || parts.length > 3) return undefined
  return parts.length === 3 ? parts.slice(1).join('/') : `${project}/${parts.at(-1)}`
}

/** Returns a token with three parts. `random:getPet` is in the module `index`. */
export function threeParts(token: string): string {
  const parts = token.split(':')
  return parts.length === 2 ? `${parts[0]}:index:${parts[1]}` : token
}

function typeOfLiteral(value: null | boolean | number | bigint | string): ValueType {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'bigint') return 'integer'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'float'
  return 'string'
}

function stepInto(around: PulumiExpression, step: PathStep): PulumiExpression | undefined {
  if (around.kind === 'list' && typeof step === 'number') return around.items[step]
  if (around.kind === 'map') return around.fields.find(({ key }) => key.kind === 'literal' && key.value === step)?.value
  if (around.kind === 'access') return { ...around, path: [...around.path, step] }
  return undefined
}
