import {
  type Diagnostic,
  hasErrors,
  type LinkTypeDefinition,
  type ResourceTypeDefinition,
  type TransformerDefinition,
} from '@slipway/model'
import { Budget } from '../language/budget.ts'
import type { CheckedBlueprint } from '../check/checked.ts'
import type { CheckOptions } from '../check/definitions/definitions.ts'
import type { Unchecked } from '../check/unchecked.ts'
import type { GivenVariable } from '../language/given-variable.ts'
import type { Blueprint, BlueprintTree, IncludeDeclaration } from '../language/declarations.ts'
import { checkBlueprint, type CheckResult } from '../expand/check-blueprint.ts'
import { joinChildren } from '../expand/join-children.ts'
import { loadMissing, type ChildSources } from '../expand/load-children.ts'
import type { Clock, ProviderCatalog, TransformerCatalog } from '../ports.ts'
import type { AttemptFailed } from '../providers/failures/attempt-failed-event.ts'
import { answerQuestions } from '../providers/questions/answer-questions.ts'
import { Answers, type Question } from '../providers/questions/answers.ts'
import { askDefinitions } from '../providers/definitions/ask-definitions.ts'
import { askProviders } from '../providers/definitions/ask-providers.ts'
import { ProviderCalls, type ProviderCallsOptions } from '../providers/calls/provider-calls.ts'
import type { AnswerCall } from '../check/references/lone-expression.ts'
import { askTransformers } from './ask-transformers.ts'
import { decidedOutside } from './decided-outside.ts'
import { transformOnce } from './transform-once.ts'

export interface CheckRequest {
  readonly blueprint: Blueprint
  readonly variables: ReadonlyMap<string, GivenVariable>
  readonly catalog: Pick<
    ProviderCatalog,
    'namespaces' | 'define' | 'configurations' | 'howToInstall' | 'readDescriptor'
  >
  readonly transformers: TransformerCatalog
  /** Answers functions of the language that read the outside. */
  readonly answerCall: AnswerCall
  /** Gives the sources of children. Called if a transformer has added a child. */
  readonly childSources: () => ChildSources | Promise<ChildSources>
  /** The number of calls at a time. */
  readonly parallelism: number
  readonly signal?: AbortSignal
  /** Reads the values that decide the number of resources. If absent, these values stay open. */
  readonly outside?: OutsideCalls | undefined
  /** Collects missing parts, including transformers, whose output is then not checked. */
  readonly unchecked?: Unchecked | undefined
  readonly clock: Clock
  /** Gets an event for each failed call of a transformer, and for each refusal. */
  readonly events: (event: AttemptFailed) => void
}

/** The options for calls of providers. */
type OutsideCalls = Pick<ProviderCallsOptions, 'ports' | 'deadlines' | 'events'>

/** The request with the answers so far, so that nothing is read twice, however often the blueprint is checked. */
type Request = CheckRequest & { readonly answers: Answers }

/**
 * Transforms a blueprint and its children, including those that a transformer adds, in the order that they give, and checks them. A
 * blueprint is checked before it goes to a transformer, with the definitions of the abstract types, so that a mistake is found at its
 * source. The result is checked like any other blueprint. All problems have places in the user's text.
 */
export async function checkTransformed(asked: CheckRequest): Promise<CheckResult> {
  const { blueprint } = asked
  const request = { ...asked, answers: new Answers() }
  const family = blueprint.family ?? { blueprint, children: new Map() }
  return nextTransforms(family).length === 0
    ? await check(blueprint, request)
    : await new TransformedCheck(request).run(family)
}

class TransformedCheck {
  readonly #request: Request
  readonly #said: Diagnostic[] = []
  readonly #definitions = new Map<string, TransformerDefinition>()
  /** Names of the transforms that have been made. */
  readonly #made = new Set<string>()

  constructor(request: Request) {
    this.#request = request
  }

  async run(written: BlueprintTree): Promise<CheckResult> {
    let tree = written
    let { blueprint } = this.#request
    for (let next = nextTransforms(tree); next.length > 0; next = nextTransforms(tree)) {
      const asked = await this.#ask(tree, blueprint)
      if (asked !== undefined) return this.#result(asked)
      const before = await check(blueprint, this.#request, {
        abstractTypes: this.#abstractTypes(tree),
        abstractPlugins: this.#abstractPlugins(tree),
        abstractLinks: this.#abstractLinks(tree),
      })
      const diagnostics = before.diagnostics.filter(({ code }) => !notYetThere.has(code))
      if (hasErrors(diagnostics)) return this.#result({ diagnostics })
      tree = await this.#complete(await this.#transformed(tree))
      if (hasErrors(this.#said)) return { diagnostics: this.#said }
      for (const name of next) this.#made.add(name)
      blueprint = joinChildren(tree, new Budget())
    }
    return this.#result(await check(blueprint, this.#request))
  }

  /** Asks all further transformers for their definitions. If a transformer is missing, returns the result of the check. */
  async #ask(tree: BlueprintTree, whole: Blueprint): Promise<CheckResult | undefined> {
    const { transformers, unchecked } = this.#request
    const toCome = levelsOf(tree).map(({ blueprint, transformed = 0 }) =>
      Object.assign({}, blueprint, { transforms: blueprint.transforms.slice(transformed) }),
    )
    if (toCome.every(({ transforms }) => transforms.every(({ value }) => this.#definitions.has(value))))
      return undefined
    const asked = await askTransformers(toCome, whole, transformers)
    if (asked.missing.length > 0 && unchecked !== undefined) {
      for (const name of asked.missing) unchecked.transformer(name)
      return await check(whole, this.#request)
    }
    if (hasErrors(asked.diagnostics)) return { diagnostics: [...whole.diagnostics, ...asked.diagnostics] }
    for (const [name, definition] of asked.definitions) this.#definitions.set(name, definition)
    return undefined
  }

  /** Abstract types of all further transformers. */
  #abstractTypes(tree: BlueprintTree): ReadonlyMap<string, ResourceTypeDefinition> {
    return new Map(this.#toCome(tree).flatMap((one) => Object.entries(one?.abstractResourceTypes ?? {})))
  }

  #abstractPlugins(tree: BlueprintTree): ReadonlyMap<string, TransformerDefinition> {
    const known = this.#toCome(tree).filter((one) => one !== undefined)
    return new Map(known.flatMap((one) => one.abstractResourceTypeNames.map((type) => [type, one] as const)))
  }

  #abstractLinks(tree: BlueprintTree): ReadonlyMap<string, LinkTypeDefinition> {
    return new Map(this.#toCome(tree).flatMap((one) => Object.entries(one?.abstractLinkTypes ?? {})))
  }

  #toCome(tree: BlueprintTree): readonly (TransformerDefinition | undefined)[] {
    return [...new Set(transformsToCome(tree))].map((name) => this.#definitions.get(name))
  }

  /** The tree in which each blueprint has passed its next transform. */
  async #transformed(tree: BlueprintTree): Promise<BlueprintTree> {
    const abstractTypes = this.#abstractTypes(tree)
    const next = async ({ blueprint, children, transformed = 0 }: BlueprintTree): Promise<BlueprintTree> => {
      const below = await Promise.all(Array.from(children, async ([name, child]) => [name, await next(child)] as const))
      const name = blueprint.transforms[transformed]
      const definition = name && this.#definitions.get(name.value)
      if (name === undefined || definition === undefined) return { blueprint, children: new Map(below), transformed }
      const outcome = await transformOnce({ name, definition }, { ...this.#request, blueprint, abstractTypes })
      this.#said.push(...outcome.diagnostics)
      const made = outcome.blueprint ?? blueprint
      const same = below.filter(([child]) => isSameChild(blueprint.includes.get(child), made.includes.get(child)))
      return { blueprint: made, children: new Map(same), transformed: transformed + 1 }
    }
    return await next(tree)
  }

  /** The tree with the children that transformers have added, or whose source they have changed. */
  async #complete(tree: BlueprintTree): Promise<BlueprintTree> {
    const { childSources, variables, unchecked } = this.#request
    const complete = levelsOf(tree).every(({ blueprint, children }) => blueprint.includes.size === children.size)
    if (complete || hasErrors(this.#said)) return tree
    const loaded = await loadMissing(tree, variables, await childSources(), unchecked)
    this.#said.push(...loaded.diagnostics)
    return loaded.tree
  }

  #result(result: CheckResult): CheckResult {
    if (this.#made.size === 0) return result
    const read = this.#request.blueprint.diagnostics
    return { ...result, diagnostics: [...read, ...this.#said, ...after(result.diagnostics, [...this.#made])] }
  }
}

/** Codes that are not errors before the transform, because the transformer may make the resource. If it does not, they are found again. */
const notYetThere: ReadonlySet<string> = new Set(['blueprint/unknown-resource', 'blueprint/bad-import'])

function levelsOf(tree: BlueprintTree): readonly BlueprintTree[] {
  return [tree, ...[...tree.children.values()].flatMap(levelsOf)]
}

/** Names of the transformers that the blueprints of the tree need next. */
function nextTransforms(tree: BlueprintTree): readonly string[] {
  return levelsOf(tree).flatMap(({ blueprint, transformed = 0 }) => blueprint.transforms[transformed]?.value ?? [])
}

function transformsToCome(tree: BlueprintTree): readonly string[] {
  return levelsOf(tree).flatMap(({ blueprint: { transforms }, transformed }) =>
    transforms.slice(transformed).map(({ value }) => value),
  )
}

/** True if an include means the same blueprint after a transform as before. The values that it gives may differ. */
function isSameChild(before: IncludeDeclaration | undefined, now: IncludeDeclaration | undefined): boolean {
  return now !== undefined && meant(before) === meant(now)
}

/** The location of an include's blueprint, without places in the text. */
function meant(include: IncludeDeclaration | undefined): string {
  return JSON.stringify([include?.path, include?.metadata], (key, value: unknown) => {
    if (key === 'origin' || key === 'keyStarts') return undefined
    return typeof value === 'bigint' ? String(value) : value
  })
}

async function check(
  blueprint: Blueprint,
  { catalog, variables, unchecked, answerCall, outside, answers, parallelism, signal }: Request,
  abstract: Pick<CheckOptions, 'abstractTypes' | 'abstractPlugins' | 'abstractLinks'> = {},
): Promise<CheckResult> {
  const definitions = await askDefinitions(blueprint, catalog)
  const installed = catalog.namespaces()
  const options = {
    installed,
    unchecked,
    configurations: (namespace: string) => catalog.configurations?.(namespace) ?? [],
    howToInstall: (namespace: string, isMistyped: boolean) => catalog.howToInstall?.(namespace, isMistyped),
    readDescriptor: catalog.readDescriptor?.bind(catalog),
    ...abstract,
  }
  const ask =
    outside &&
    (async (questions: readonly Question[], checked: CheckedBlueprint): Promise<void> => {
      const providers = await askProviders(checked, undefined, outside.ports.catalog)
      const calls = new ProviderCalls({ ...outside, providers, stop: signal, cancel: signal })
      await answerQuestions(questions, checked, calls, answers, parallelism)
    })
  return await decidedOutside({ answerCall, ask, answers }, (deciding) =>
    checkBlueprint(blueprint, definitions, variables, { ...options, deciding }),
  )
}

/** Adds a note to diagnostics that the mistake is in the output of a transform, which the user did not write. */
function after(diagnostics: readonly Diagnostic[], transforms: readonly string[]): readonly Diagnostic[] {
  return diagnostics.map((diagnostic) => {
    const { message, path } = diagnostic
    const place = path === undefined ? 'after the transform' : `in ${path}, after the transform`
    return Object.assign({}, diagnostic, { message: `${message} (${place} ${transforms.join(', ')})` })
  })
}
