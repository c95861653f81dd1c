import {
  checkCodedLinks,
  checkCodedResource,
  type CheckedLink,
  type CodeAround,
  type CodedEnd,
  pathSteps,
  schemaPathProblem,
  type Tags,
  type Unasked,
  type Want,
} from '@slipway/engine'
import type { ProgramParts } from '@slipway/engine/run'
import {
  type Diagnostic,
  diagnosticsOf,
  Failure,
  hasErrors,
  isMap,
  type Value,
  DiagnosticsFailure,
} from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { atCall, type CallPlace } from './call-place.ts'
import { settled } from './captured.ts'
import type { LateDefinitions } from './late-definitions.ts'
import type { Resolved } from './later.ts'
import { LeftOut, NotHad } from './resources.ts'
import { partOf } from './path-of-value.ts'
import type { Question, ReadOutside } from './outside/question.ts'
import type { Resources, Wish } from './resources.ts'

export interface AskedResourcesOptions {
  readonly definitions: LateDefinitions
  /** Namespaces of all installed providers. */
  readonly installed: readonly string[]
  readonly howToInstall: (namespace: string, isMistyped: boolean) => string | undefined
  readonly configurations: (namespace: string) => readonly string[]
  readonly tags: Tags | undefined
  readonly want: Want
  readonly parts: ProgramParts
  readonly read: ReadOutside
  /** Called with left-out resources that cannot be requested either. */
  readonly unasked: (resource: Unasked) => void
  readonly warn: (diagnostic: Diagnostic) => void
}

/** The resources of one run of a program. Requests each from the engine as soon as its inputs are known. */
export class AskedResources implements Resources {
  readonly #options: AskedResourcesOptions
  readonly #records = new Map<string, Promise<ResourceRecord>>()
  /** The position in the order of requests, and the type. */
  readonly #asked = new Map<string, { readonly position: number; readonly type: string }>()
  /** The checked requests, by name. */
  readonly #ends = new Map<string, CodedEnd & { readonly place: CallPlace | undefined }>()
  /** Names of unavailable resources and of resources that need them. */
  readonly missing = new Set<string>()
  #isOver = false

  constructor(options: AskedResourcesOptions) {
    this.#options = options
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#records.keys())
  }

  has(name: string): boolean {
    return this.#records.has(name)
  }

  async read(question: Question, place: CallPlace | undefined): Promise<Value> {
    try {
      return await this.#options.read(question, place)
    } catch (thrown) {
      if (!(thrown instanceof Failure)) throw thrown
      const { code, message, hint } = thrown
      const said = diagnosticsOf(thrown) ?? [
        { code, message, severity: 'error' as const, ...(hint !== undefined && { hint }) },
      ]
      throw new DiagnosticsFailure(
        said.map((diagnostic) => (diagnostic.file === undefined ? atCall(diagnostic, place) : diagnostic)),
      )
    }
  }

  /**
   * The links between the requested resources.
   *
   * @throws DiagnosticsFailure if a link breaks a rule
   */
  async links(): Promise<readonly CheckedLink[]> {
    const { definitions, warn } = this.#options
    const ends = [...this.#asked.keys()].flatMap((name) => this.#ends.get(name) ?? [])
    if (ends.every(({ linkSelector }) => linkSelector === undefined)) return []
    await definitions.useLinks(new Set(ends.map(({ type }) => type)))
    const { links, diagnostics } = checkCodedLinks(ends, definitions.byNamespace)
    const told = diagnostics.map(({ resource, diagnostic }) => atCall(diagnostic, this.#ends.get(resource)?.place))
    const errors = told.filter(({ severity }) => severity === 'error')
    if (errors.length > 0) throw new DiagnosticsFailure(errors)
    for (const warning of told) warn(warning)
    return links
  }

  /** Ends the requests. */
  end(): void {
    this.#isOver = true
  }

  ask(wish: Wish): Promise<ResourceRecord> {
    const record = this.#ask(wish)
    record.catch((thrown: unknown) => thrown instanceof NotHad && this.missing.add(wish.name))
    this.#records.set(wish.name, record)
    this.#asked.set(wish.name, { position: this.#asked.size, type: wish.type })
    return record
  }

  /** The field of a resource. Fails for a field that its type does not have. */
  async field(name: string, path: string, place: CallPlace | undefined): Promise<Resolved> {
    const record = await this.#record(name)
    const steps = pathSteps(`spec.${path}`)
    const type = this.#asked.get(name)?.type ?? ''
    const definition = this.#options.definitions.providers.type(type)
    const problem = definition && schemaPathProblem(definition.schema, steps, type)
    if (problem !== undefined)
      throw new DiagnosticsFailure([
        atCall(
          { code: 'blueprint/unknown-attribute', severity: 'error', ...problem, path: `resources.${name}` },
          place,
        ),
      ])
    return { value: partOf(record.spec, steps), needs: new Set([name]) }
  }

  /** The names requested so far, as a view without a copy per resource. */
  #namesSoFar(): CodeAround['names'] {
    const count = this.#asked.size
    return {
      has: (name) => (this.#asked.get(name)?.position ?? count) < count,
      keys: () => this.#asked.keys().take(count),
    }
  }

  async #record(name: string): Promise<ResourceRecord> {
    const record = this.#records.get(name)
    if (record === undefined) throw new TypeError(`${name} was not asked for`)
    return await record
  }

  async #ask(wish: Wish): Promise<ResourceRecord> {
    const { name, type, place } = wish
    const { definitions, want, installed, howToInstall, configurations, tags, parts, unasked } = this.#options
    const how = parts.how([name])
    // Capture the names before the first wait.
    const names = this.#namesSoFar()
    const [spec, beside] = await Promise.all([
      settled(wish.spec),
      settled(wish.beside),
      definitions.use(type),
      ...wish.dependsOn.map((needed) => this.#record(needed)),
    ]).catch((thrown: unknown) => {
      if (!(thrown instanceof LeftOut)) throw thrown
      if (how !== 'left') throw needsLeftOut(name, thrown.resource)
      unasked({ name, type, aliases: namesIn(wish.options['aliases']) })
      throw thrown
    })
    const dependsOn = [...new Set([...wish.dependsOn, ...spec.needs, ...beside.needs])]
    const known = definitions.byNamespace
    const around = { definitions: known, installed, howToInstall, configurations, tags, names }
    const { resource, diagnostics } = checkCodedResource(coded(wish, spec.value, beside.value, dependsOn), around)
    if (resource === undefined || hasErrors(diagnostics))
      throw new DiagnosticsFailure(diagnostics.map((diagnostic) => atCall(diagnostic, place)))
    const { labels, metadata } = resource
    this.#ends.set(name, {
      name,
      type,
      labels,
      annotations: metadata.annotations,
      linkSelector: wish.linkSelector,
      place,
    })
    const record = this.#isOver ? undefined : await want(resource, how)
    if (record !== undefined) return record
    if (how === 'left') throw new LeftOut(name)
    throw new NotHad(name)
  }
}

function coded({ name, type, labels, removalPolicy, options }: Wish, spec: Value, beside: Value, dependsOn: string[]) {
  const more = isMap(beside) ? beside : {}
  const { displayName, description, annotations, custom } = more
  return {
    name,
    type,
    labels,
    removalPolicy,
    dependsOn,
    spec: isMap(spec) ? spec : {},
    displayName,
    description,
    custom,
    annotations: isMap(annotations) ? annotations : undefined,
    ...(Object.keys(options).length > 0 && { options }),
  }
}

function namesIn(value: Value | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : []
}

function needsLeftOut(name: string, other: string): Failure {
  return new Failure(
    'programs/left-out',
    `${name} needs ${other}, which does not exist and which this run leaves out`,
    {
      hint: `make ${other} a target, too`,
    },
  )
}
