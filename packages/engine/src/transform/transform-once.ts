import {
  type Diagnostic,
  type DocumentMap,
  documentAt,
  hasErrors,
  PluginFailure,
  type PluginDiagnostic,
  type ResourceTypeDefinition,
  type Transformer,
  type TransformerDefinition,
  type TransformRequest as Asked,
} from '@slipway/model'
import { DiagnosticList, type MapNode } from '@slipway/source'
import type { Blueprint, MadeFrom, ResourceDeclaration, Written as WrittenWord } from '../language/declarations.ts'
import type { Origin } from '../language/expression.ts'
import { optional } from '../language/parse/optional.ts'
import { parseBlueprint } from '../language/parse/blueprint.ts'
import type { Clock, TransformerCatalog } from '../ports.ts'
import { type AttemptFailed, TimedAttempt } from '../providers/failures/attempt-failed-event.ts'
import { concurrently } from '../providers/waiting/concurrently.ts'
import { aboutSubject } from '../providers/failures/about-subject.ts'
import { documentOfTree } from './document-of-tree.ts'
import { linkGraphOf } from './link-graph.ts'
import { sourcesOf } from './sources-of.ts'
import { treeOfDocument } from './tree-of-document.ts'
import { optionsOfOneName, withOptionsOf } from './with-options-of.ts'
import { Written } from './written-places.ts'

/** One transform of a blueprint, with the definition of its transformer. */
interface TransformStep {
  readonly name: WrittenWord<string>
  readonly definition: TransformerDefinition
}

interface TransformOptions {
  readonly blueprint: Blueprint
  readonly transformers: TransformerCatalog
  /** The abstract types of this transformer and of all later ones. */
  readonly abstractTypes: ReadonlyMap<string, ResourceTypeDefinition>
  readonly parallelism: number
  readonly signal?: AbortSignal
  readonly clock: Clock
  /** Gets an event for each failed call, and for each refusal. */
  readonly events: (event: AttemptFailed) => void
}

interface TransformOutcome {
  /** The transformed blueprint; absent if there is an error. */
  readonly blueprint?: Blueprint
  /** The diagnostics of the transformer. */
  readonly diagnostics: readonly Diagnostic[]
}

/** Lets one transformer check its own resources and links, and then transform the whole blueprint. */
export async function transformOnce(step: TransformStep, options: TransformOptions): Promise<TransformOutcome> {
  return await new Transformation(step, options).run()
}

class Transformation {
  readonly #step: TransformStep
  readonly #options: TransformOptions
  readonly #written: Written
  readonly #list: DiagnosticList

  constructor(step: TransformStep, options: TransformOptions) {
    const { tree, source } = options.blueprint
    this.#step = step
    this.#options = options
    this.#written = new Written(tree ?? emptyTree, source)
    this.#list = new DiagnosticList(source)
  }

  async run(): Promise<TransformOutcome> {
    try {
      const made = await this.#transform()
      return { diagnostics: this.#list.sorted(), ...(made !== undefined && { blueprint: made }) }
    } catch (thrown) {
      if (!(thrown instanceof PluginFailure)) throw thrown
      if (thrown.code !== 'protocol/plugin-error') throw aboutSubject(thrown, `the transform ${this.#step.name.value}`)
      const { message, reasons, method, hint } = thrown
      const more = reasons.filter((reason) => reason !== message)
      const { origin } = this.#step.name
      const words = { method: `, ${method}`, hint }
      this.#error('blueprint/transform-failed', [message, ...more].join('; '), origin, words)
      return { diagnostics: this.#list.sorted() }
    }
  }

  async #transform(): Promise<Blueprint | undefined> {
    const { blueprint, transformers, abstractTypes, signal } = this.#options
    const name = this.#step.name.value
    const document = documentOfTree(blueprint.tree ?? emptyTree, blueprint.source)
    const request = {
      blueprint: document,
      graph: linkGraphOf(document, abstractTypes),
      context: transformers.context(name),
    }
    const transformer = await transformers.transformer(name)
    await this.#validate(transformer, request)
    if (this.#list.hasErrors) return undefined
    const result = await this.#called('Transform', name, async () => {
      const answer = await transformer.transform(request, signal && { signal })
      return { answer, found: answer.diagnostics }
    })
    this.#tell('Transform', result.diagnostics)
    if (hasErrors(this.#list.sorted())) return undefined
    const made = this.#read(result.blueprint)
    return this.#list.hasErrors ? undefined : made
  }

  async #validate(transformer: Transformer, request: Asked): Promise<void> {
    const { parallelism, signal } = this.#options
    const control = signal && { signal }
    const own = new Set(this.#step.definition.abstractResourceTypeNames)
    const resources = documentAt(request.blueprint, 'resources')
    const entries = resources?.kind === 'map' ? resources.entries : []
    const abstract = entries.filter(({ key }) => own.has(this.#written.resources.get(key)?.type ?? ''))
    await concurrently(abstract, parallelism, async ({ key, value }) => {
      if (value.kind !== 'map') return
      const type = this.#written.resources.get(key)?.type ?? ''
      const { context } = request
      const asked = { type, resourceName: key, resource: value, context }
      const method = 'CustomValidateAbstractResource'
      const found = await this.#called(method, key, async () =>
        remarks(await transformer.validateResource(asked, control)),
      )
      this.#tell(method, found, key)
    })
    // The transformer only gets links of its own resources, because transformers on other SDKs refuse everything that they do not know.
    const links = request.graph.links.filter(({ fromType, toType }) => own.has(fromType) || own.has(toType))
    if (links.length === 0) return
    const { value: name } = this.#step.name
    const ownLinks = { ...request, graph: { ...request.graph, links } }
    const validate = async () => remarks(await transformer.validateLinks(ownLinks, control))
    this.#tell('ValidateLinks', await this.#called('ValidateLinks', name, validate))
  }

  /** Makes a call. A failure or a refusal is reported as an event, as for providers. Calls are not retried, because no document requires that. */
  async #called<T>(
    method: string,
    name: string,
    call: () => Promise<{ readonly answer: T; readonly found: readonly PluginDiagnostic[] }>,
  ): Promise<T> {
    const { clock, events } = this.#options
    const subject = { name, method: `transformer.${method}`, pluginId: this.#step.definition.pluginId }
    const attempt = new TimedAttempt(clock)
    try {
      const { answer, found } = await call()
      const refused = attempt.refused(subject, found)
      if (refused !== undefined) events(refused)
      return answer
    } catch (thrown) {
      if (thrown instanceof PluginFailure) events(attempt.failed(subject, thrown))
      throw thrown
    }
  }

  /** Reports a plugin's diagnostics at their own places. Without a place, a diagnostic is at its resource or, without a resource, at the transform. */
  #tell(method: string, found: readonly PluginDiagnostic[], resource?: string): void {
    for (const { severity, message, place, hint, path = resource && `resources.${resource}` } of found) {
      const named = resource ?? /^resources\.([^.[]+)/.exec(path ?? '')?.[1] ?? ''
      const origin =
        this.#written.originAt(place) ?? this.#written.resources.get(named)?.origin ?? this.#step.name.origin
      if (severity === 'error')
        this.#error('blueprint/refused-by-transformer', message, origin, {
          path,
          hint,
          method: `, transformer.${method}`,
        })
      else this.#list.warning('blueprint/refused-by-transformer', origin.start, origin.end, message, { path, hint })
    }
  }

  #error(code: string, message: string, { start, end }: Origin, { method = '', path, hint }: ErrorWords = {}): void {
    const { name, definition } = this.#step
    const words = `the transform ${name.value} (${definition.pluginId}${method}): ${message}`
    this.#list.error(code, start, end, words, { path, hint })
  }

  #read(document: DocumentMap): Blueprint {
    const { blueprint: before } = this.#options
    const { source, transforms } = before
    const sources = sourcesOf(document, this.#written)
    const tree = treeOfDocument(document, this.#written, sources, this.#step.name.origin)
    const { blueprint, diagnostics } = parseBlueprint(source, tree)
    // The reading of a map always gives a blueprint, even if that has mistakes.
    if (blueprint === undefined) throw new TypeError('the result of a transformer is not a map')
    // The user's text for Slipway itself counts, even if a transformer changes it.
    const resources = Array.from(blueprint.resources, ([name, resource]) => {
      const madeFrom = this.#madeFrom(name, resource.type.value, sources.get(name))
      const written = before.resources.get(sources.get(name) ?? '')
      const made = written === undefined ? resource : withOptionsOf(written, resource)
      return [name, madeFrom === undefined ? made : { ...made, madeFrom }] as const
    })
    this.#refuseOptionsOfOneName(new Map(resources), sources)
    // Transformers do not get the shapes of variables.
    const variables = Array.from(blueprint.variables, ([name, variable]) => {
      const written = before.variables.get(name)
      return [name, written?.shape === undefined ? variable : written] as const
    })
    const { moved, imports, plugins } = before
    const said = { ...optional('moved', moved), ...optional('imports', imports), ...optional('plugins', plugins) }
    return {
      ...blueprint,
      ...said,
      variables: new Map(variables),
      resources: new Map(resources),
      transforms,
      tree,
      diagnostics,
    }
  }

  /** Refuses options for one resource if it becomes several, because nobody could know which of them has the former name, or the id. */
  #refuseOptionsOfOneName(made: ReadonlyMap<string, ResourceDeclaration>, sources: ReadonlyMap<string, string>): void {
    for (const [name, source] of this.#options.blueprint.resources) {
      const own = optionsOfOneName(source)
      if (own.length === 0 || made.has(name)) continue
      const others = Array.from(made.values()).filter((one) => sources.get(one.name) === name)
      const passedOn = new Set(others.flatMap((one) => optionsOfOneName(one).map(([key]) => key)))
      for (const [key, { origin }] of own.filter(([option]) => !passedOn.has(option))) {
        const names = others.length === 0 ? 'nothing' : others.map((one) => one.name).join(', ')
        this.#list.error(
          'blueprint/bad-option',
          origin.start,
          origin.end,
          `"${key}" is for one resource, and the transform ${this.#step.name.value} makes ${names} of "${name}"`,
          { hint: `name the right one in metadata.slipway.${key === 'import' ? 'import' : 'moved'} instead` },
        )
      }
    }
  }

  #madeFrom(name: string, type: string, source: string | undefined): MadeFrom | undefined {
    const earlier = this.#options.blueprint.resources.get(source ?? '')
    if (source === undefined || earlier === undefined) return undefined
    if (earlier.madeFrom !== undefined) return earlier.madeFrom
    if (source === name && earlier.type.value === type) return undefined
    return { resource: source, type: earlier.type.value, transform: this.#step.name.value }
  }
}

interface ErrorWords {
  /** The end of a message: `, transformer.Transform`. */
  readonly method?: string
  readonly path?: string | undefined
  readonly hint?: string | undefined
}

/** The diagnostics of an answer that consists only of diagnostics. */
function remarks(found: readonly PluginDiagnostic[]) {
  return { answer: found, found }
}

const emptyTree: MapNode = { kind: 'map', entries: [], start: 0, end: 0 }
