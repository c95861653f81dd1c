import { type Diagnostic, hasErrors, type ResourceTypeDefinition, type TransformerDefinition } from '@slipway/model'
import { Budget } from '../language/budget.ts'
import type { Unchecked } from '../check/unchecked.ts'
import type { GivenVariable } from '../language/given-variable.ts'
import type { Blueprint, BlueprintTree } from '../language/declarations.ts'
import { checkBlueprint, type CheckResult } from '../expand/check-blueprint.ts'
import { joinChildren } from '../expand/join-children.ts'
import type { ProviderCatalog, TransformerCatalog } from '../ports.ts'
import { askDefinitions } from '../providers/ask-definitions.ts'
import { askTransformers } from './ask-transformers.ts'
import { transformOnce } from './transform-once.ts'

export interface CheckRequest {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly catalog: Pick<ProviderCatalog, 'namespaces' | 'define' | 'configurations'>
  readonly transformers: TransformerCatalog
  /** How many calls at a time. */
  readonly parallelism: number
  readonly signal?: AbortSignal
  /** Takes what is missing, transformers included: what they would have made is then not checked. */
  readonly unchecked?: Unchecked | undefined
}

/**
 * Checks a blueprint, and has it transformed before, in the order that it says; so each of its children. What is handed to a
 * transformer has been checked like any blueprint, with the definitions of the abstract types, so that a mistake is met where
 * it was made; what comes back is checked like one that nobody has seen. All problems are at places in what the user wrote.
 */
export async function checkTransformed(request: CheckRequest): Promise<CheckResult> {
  const { blueprint } = request
  const family = blueprint.family ?? { blueprint, children: new Map() }
  const levels = levelsOf(family)
  return levels.every(({ transforms }) => transforms.length === 0)
    ? await check(blueprint, request)
    : await new TransformedCheck(request, levels).run(family)
}

class TransformedCheck {
  readonly #request: CheckRequest
  /** Blueprints that are to be transformed, as they were written. */
  readonly #levels: readonly Blueprint[]
  readonly #said: Diagnostic[] = []
  #definitions: ReadonlyMap<string, TransformerDefinition> = new Map()

  constructor(request: CheckRequest, levels: readonly Blueprint[]) {
    this.#request = request
    this.#levels = levels
  }

  async run(written: BlueprintTree): Promise<CheckResult> {
    const { blueprint: whole, transformers, unchecked } = this.#request
    const asked = await askTransformers(this.#levels, whole, transformers)
    if (asked.missing.length > 0 && unchecked !== undefined) return await this.#untransformed(asked.missing, unchecked)
    if (hasErrors(asked.diagnostics)) return { diagnostics: [...whole.diagnostics, ...asked.diagnostics] }
    this.#definitions = asked.definitions
    let family = written
    let blueprint = whole
    const stages = Math.max(...this.#levels.map(({ transforms }) => transforms.length))
    for (let stage = 0; stage < stages; stage++) {
      const before = await check(blueprint, this.#request, this.#abstractTypes(stage))
      const diagnostics = before.diagnostics.filter(({ code }) => code !== notYetThere)
      if (hasErrors(diagnostics)) return this.#result({ diagnostics }, stage)
      family = await this.#transformed(family, stage)
      if (hasErrors(this.#said)) return { diagnostics: this.#said }
      blueprint = joinChildren(family, new Budget())
    }
    return this.#result(await check(blueprint, this.#request), stages)
  }

  async #untransformed(missing: readonly string[], unchecked: Unchecked): Promise<CheckResult> {
    for (const name of missing) unchecked.transformer(name)
    return await check(this.#request.blueprint, this.#request)
  }

  /** Of all transformers that have not come yet. */
  #abstractTypes(stage: number): ReadonlyMap<string, ResourceTypeDefinition> {
    const names = this.#levels.flatMap(({ transforms }) => transforms.slice(stage).map(({ value }) => value))
    const definitions = [...new Set(names)].map((name) => this.#definitions.get(name))
    return new Map(definitions.flatMap((definition) => Object.entries(definition?.abstractResourceTypes ?? {})))
  }

  async #transformed({ blueprint, children }: BlueprintTree, stage: number): Promise<BlueprintTree> {
    const below = await Promise.all(
      Array.from(children, async ([name, child]) => [name, await this.#transformed(child, stage)] as const),
    )
    const name = blueprint.transforms[stage]
    const definition = name && this.#definitions.get(name.value)
    if (name === undefined || definition === undefined) return { blueprint, children: new Map(below) }
    const options = { ...this.#request, blueprint, abstractTypes: this.#abstractTypes(stage) }
    const { blueprint: made, diagnostics } = await transformOnce({ name, definition }, options)
    this.#said.push(...diagnostics)
    const known = below.filter(([child]) => made?.includes.has(child) !== false)
    return { blueprint: made ?? blueprint, children: new Map(known) }
  }

  #result(result: CheckResult, done: number): CheckResult {
    if (done === 0) return result
    const names = this.#levels.flatMap(({ transforms }) => transforms.slice(0, done).map(({ value }) => value))
    const read = this.#request.blueprint.diagnostics
    return { ...result, diagnostics: [...read, ...this.#said, ...after(result.diagnostics, [...new Set(names)])] }
  }
}

/** A resource that is referred to may be one that the transformer makes. */
const notYetThere = 'blueprint/unknown-resource'

function levelsOf({ blueprint, children }: BlueprintTree): readonly Blueprint[] {
  return [blueprint, ...[...children.values()].flatMap(levelsOf)]
}

async function check(
  blueprint: Blueprint,
  { catalog, variables, unchecked }: CheckRequest,
  abstractTypes?: ReadonlyMap<string, ResourceTypeDefinition>,
): Promise<CheckResult> {
  const definitions = await askDefinitions(blueprint, catalog)
  const installed = catalog.namespaces()
  return checkBlueprint(blueprint, definitions, variables, {
    installed,
    unchecked,
    configurations: (namespace) => catalog.configurations?.(namespace) ?? [],
    ...(abstractTypes && { abstractTypes }),
  })
}

/** Mistakes in generated resources were not written like that, and the reader must know. */
function after(diagnostics: readonly Diagnostic[], transforms: readonly string[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { message, path } = diagnostic
    const place = path === undefined ? 'after the transform' : `in ${path}, after the transform`
    return Object.assign({}, diagnostic, { message: `${message} (${place} ${transforms.join(', ')})` })
  })
}
