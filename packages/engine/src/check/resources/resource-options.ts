import {
  containsSecret,
  containsUnknown,
  isList,
  isMap,
  type OptionDefinition,
  type OptionName,
  optionNames,
  type PropertySchema,
  resourceOptions,
  type ResourceTypeDefinition,
  someValue,
  Unknown,
  type Value,
} from '@slipway/model'
import { didYouMean, type DiagnosticList } from '@slipway/source'
import type { Scope } from '../../evaluate/scope.ts'
import type { ResourceDeclaration } from '../../language/declarations.ts'
import { durationMs } from '../../language/duration.ts'
import type { Expression } from '../../language/expression.ts'
import { describe } from '../../language/scalar-text.ts'
import { expressionAt, formatPath } from '../../language/path.ts'
import { optionsPath, type ResourceOptions } from '../../language/resource-options.ts'
import { configuredByResource, configuringResource } from '../../language/configuring-resource.ts'
import { patternProblem } from '../../spec/property-patterns.ts'
import { configuringProblem, configuringWritten, inWhole } from '../references/configuring-resource.ts'
import type { DefinitionLookup } from '../definitions/definitions.ts'
import { versionProblem } from '../definitions/plugin-versions.ts'
import { resolveValue } from './resolve-spec.ts'
import { isKnownLater } from '../unchecked.ts'

/** The schema of options, without rules that depend on the type of the resource. */
const schema: PropertySchema = {
  type: 'object',
  attributes: Object.fromEntries(Object.entries(resourceOptions).map(([name, option]) => [name, option.schema])),
}

/** The inputs of a check of options. */
interface Surroundings {
  /** The scope of variables and values. Only these may determine options. */
  readonly scope: Scope
  /** Names of all resources. */
  readonly names: {
    has(name: string): boolean
    get(name: string): { readonly type: { readonly value: string } } | undefined
    keys(): Iterable<string>
  }
  /** Names of resources that a condition leaves out. */
  readonly absent: ReadonlySet<string>
  /** True for code, which uses whole names. A blueprint uses the names of its own child. */
  readonly areNamesWhole?: true
  readonly lookup: Pick<
    DefinitionLookup,
    'configurations' | 'configuredAs' | 'pluginOf' | 'resourceType' | 'isLeftOpen' | 'isAbstract'
  >
  readonly list: DiagnosticList
}

type Declared = Pick<ResourceDeclaration, 'name' | 'options' | 'hasShortOptions'> & {
  readonly type: { readonly value: string }
}

/** Reads the options of a resource. Problems are reported at their places. */
export function checkOptions(
  declared: Declared,
  definition: ResourceTypeDefinition,
  around: Surroundings,
): ResourceOptions | undefined {
  return optionsOf('resources', declared, { ...around, definition })
}

/** Reads the options of a data source, which has only a few. */
export function checkDataSourceOptions(declared: Declared, around: Surroundings): ResourceOptions | undefined {
  return optionsOf('datasources', declared, around)
}

type Around = Surroundings & { readonly definition?: ResourceTypeDefinition }

function optionsOf(group: string, declared: Declared, around: Around): ResourceOptions | undefined {
  const { options } = declared
  return options === undefined ? undefined : new OptionsCheck(group, { ...declared, options }, around).read()
}

class OptionsCheck {
  readonly #name: string
  readonly #type: string
  readonly #root: string
  readonly #written: Expression
  readonly #around: Around
  #isRefused = false

  constructor(group: string, declared: Declared & { readonly options: Expression }, around: Around) {
    this.#name = declared.name
    this.#type = declared.type.value
    this.#root = optionsPath(group, declared)
    this.#written = declared.options
    this.#around = around
  }

  read(): ResourceOptions | undefined {
    const { scope, list } = this.#around
    const value = resolveValue(this.#written, schema, scope, {
      root: this.#root,
      report: ({ code, origin, message, hint, path }) => {
        this.#isRefused = true
        list.error(code, origin.start, origin.end, message, { hint, path })
      },
    })
    if (this.#isRefused || !isMap(value)) return undefined
    return this.#isKnown(value) ? this.#options(value) : undefined
  }

  #options(value: { readonly [key: string]: Value }): ResourceOptions | undefined {
    const read = optionNames().flatMap((name) => {
      const written = value[name]
      const known = written === undefined || written === null ? undefined : this.#option(name, written)
      return known === undefined || (Array.isArray(known) && known.length === 0) ? [] : [[name, known] as const]
    })
    return this.#isRefused ? undefined : Object.fromEntries(read)
  }

  /** The checked value of an option; `undefined` if it is empty or refused. */
  #option(name: OptionName, written: Value): unknown {
    const { rule }: OptionDefinition = resourceOptions[name]
    switch (rule) {
      case undefined:
        return written
      case 'paths below the spec':
        return this.#patterns(name, written)
      case 'lengths of time':
        return this.#durations(name, written)
      case 'container':
        return this.#deletedWith(written)
      case 'former names':
        return this.#aliases(written)
      case 'configuration':
        return this.#provider(written)
      case 'plugin versions':
        return this.#version(written)
      case 'order of a replacement':
        return this.#replaceOrder(written)
    }
  }

  #replaceOrder(value: Value): Value {
    if (value === 'create-first' && this.#around.definition?.destroyBeforeCreate === true)
      this.#refuse(
        ['replaceOrder'],
        `"replaceOrder" cannot be "create-first": ${this.#type} is destroyed before it is made again`,
        'leave it out',
      )
    return value
  }

  /** True if all parts of an option are known, as they must be now. They may only be left open if variables are missing and the user only looks. */
  #isKnown(value: { readonly [key: string]: Value }): boolean {
    for (const [key, option] of Object.entries(value)) {
      let until: string | undefined
      someValue(option, (part) => {
        if (part instanceof Unknown && isKnownLater(part)) until ??= part.until
        return until !== undefined
      })
      if (until !== undefined)
        this.#refuse([key], `"${key}" needs ${until}, which is known too late`, 'use only variables and values')
      else if (containsSecret(option)) this.#refuse([key], `"${key}" cannot be secret: plans and records show it`)
    }
    return !this.#isRefused && !containsUnknown(value)
  }

  #patterns(key: string, value: Value): readonly string[] {
    const { definition, lookup } = this.#around
    const patterns = textsIn(value)
    // For an abstract resource, the patterns are paths in the results of a transformer, which are checked later.
    if (definition === undefined || lookup.isAbstract(this.#type)) return patterns
    for (const [index, pattern] of patterns.entries()) {
      const problem = patternProblem(pattern, definition.schema, definition.type)
      if (problem !== undefined) this.#refuse([key, index], problem.message, problem.hint)
    }
    return patterns
  }

  #durations(name: string, value: Value): Readonly<Record<string, number>> | undefined {
    if (!isMap(value)) return undefined
    const durations: Record<string, number> = {}
    for (const [key, written] of Object.entries(value)) {
      const ms = typeof written === 'string' ? durationMs(written) : undefined
      if (ms === undefined)
        this.#refuse(
          [name, key],
          `${describe(written)} is not a length of time`,
          'write 90s, 10m or 1h30m; 24 days at most',
        )
      else durations[key] = ms
    }
    return Object.keys(durations).length === 0 ? undefined : durations
  }

  #deletedWith(value: Value): string | undefined {
    if (typeof value !== 'string') return undefined
    const other = this.#inWhole(value)
    const { names } = this.#around
    if (other === this.#name) this.#refuse(['deletedWith'], `${this.#name} cannot be inside itself`)
    else if (!names.has(other)) {
      const hint = didYouMean(other, names.keys()) ?? 'name a resource of this blueprint'
      this.#refuse(
        ['deletedWith'],
        `there is no resource "${value}" that could be the container of ${this.#name}`,
        hint,
      )
    }
    return other
  }

  #provider(value: Value): string | undefined {
    if (typeof value !== 'string') return undefined
    const by = configuringResource(value)
    if (by !== undefined) return this.#configuredBy(inWhole(this.#name, by))
    const known = this.#around.lookup.configurations(this.#type)
    if (known === undefined || known.includes(value)) return value
    const namespace = this.#around.lookup.configuredAs(this.#type)
    const others = known.length === 0 ? `write configurations.${namespace}.${value}` : `there are: ${known.join(', ')}`
    const hint = didYouMean(value, known) ?? `${others} (in slipway.config.yaml)`
    this.#refuse(['provider'], `the settings have no configuration "${value}" of the provider ${namespace}`, hint)
    return undefined
  }

  #configuredBy(by: string): string | undefined {
    const { definition, areNamesWhole: isCoded = false } = this.#around
    const isWritten = configuringWritten({ name: this.#name, options: this.#written }) === by
    const asking = { type: this.#type, by, isComposed: definition?.isComposed === true, isWritten, isCoded }
    const problem = configuringProblem(asking, this.#around)
    if (problem !== undefined) this.#refuse(['provider'], problem.message, problem.hint)
    return configuredByResource(by)
  }

  #version(value: Value): string | undefined {
    if (typeof value !== 'string') return undefined
    const plugin = this.#around.lookup.pluginOf(this.#type)
    const problem = versionProblem(value, plugin?.pluginId ?? this.#type, plugin?.pluginVersion)
    if (problem !== undefined) this.#refuse(['version'], problem.message, problem.hint, problem.code)
    return value
  }

  #aliases(value: Value): readonly string[] {
    return textsIn(value).map((alias, index) => {
      const former = this.#inWhole(alias)
      if (former === this.#name) this.#refuse(['aliases', index], `"${alias}" is the name that ${this.#name} has now`)
      else if (this.#around.names.has(former))
        this.#refuse(
          ['aliases', index],
          `"${alias}" is another resource of this blueprint, and cannot be a former name of ${this.#name}`,
          'leave one of the two out',
        )
      return former
    })
  }

  #inWhole(name: string): string {
    return this.#around.areNamesWhole === true ? name : inWhole(this.#name, name)
  }

  #refuse(path: readonly (string | number)[], message: string, hint?: string, code = 'blueprint/bad-option'): void {
    this.#isRefused = true
    const { start, end } = expressionAt(this.#written, path).origin
    this.#around.list.error(code, start, end, message, { hint, path: formatPath(this.#root, path) })
  }
}

function textsIn(value: Value): readonly string[] {
  return isList(value) ? value.filter((item) => typeof item === 'string') : []
}
