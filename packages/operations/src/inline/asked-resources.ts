import {
  checkCodedResource,
  type CheckedLink,
  type CodeAround,
  type Saying,
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
import { AskedLinks } from './links/asked-links.ts'
import { atCall, type CallPlace } from './call-place.ts'
import { settled, settledAlready } from './captured.ts'
import { FormerNames } from './options/former-names.ts'
import type { LateDefinitions } from './late-definitions.ts'
import type { Resolved } from './later.ts'
import { LeftOut, NotHad } from './resources.ts'
import { partOf } from './path-of-value.ts'
import { linkCall, type Question, type ReadOutside } from './outside/question.ts'
import { formerNamesIn } from './options/given-options.ts'
import type { Resources, Wish } from './resources.ts'

export interface AskedResourcesOptions {
  readonly definitions: LateDefinitions
  /** The namespaces of all installed providers. */
  readonly installed: readonly string[]
  readonly howToInstall: (namespace: string, isMistyped: boolean) => string | undefined
  readonly configurations: (namespace: string) => readonly string[]
  readonly tags: Tags | undefined
  readonly want: Want
  readonly link: Saying['link']
  readonly parts: ProgramParts
  readonly read: ReadOutside
  /** Called with each resource that is left out and cannot be requested either. */
  readonly unasked: (resource: Unasked) => void
  readonly warn: (diagnostic: Diagnostic) => void
}

/** The resources of one run of a program. Each resource is requested from the engine as soon as its inputs are known. */
export class AskedResources implements Resources {
  readonly #options: AskedResourcesOptions
  readonly #records = new Map<string, Promise<ResourceRecord>>()
  /** The position in the order of requests, and the type. */
  readonly #asked = new Map<string, { readonly position: number; readonly type: string }>()
  readonly #formerNames = new FormerNames()
  readonly #links: AskedLinks
  /** The names of unavailable resources and of resources that need them. */
  readonly missing = new Set<string>()
  #isOver = false

  constructor(options: AskedResourcesOptions) {
    this.#options = options
    this.#links = new AskedLinks({ ...options, exists: (name) => this.#record(name) })
  }

  get names(): ReadonlySet<string> {
    return new Set(this.#records.keys())
  }

  has(name: string): boolean {
    return this.#records.has(name)
  }

  async read(question: Question, place: CallPlace | undefined): Promise<Value> {
    try {
      return await (linkNamed(question, this.#links) ?? this.#options.read(question, place))
    } catch (thrown) {
      if (!(thrown instanceof Failure) || thrown instanceof NotHad || thrown instanceof LeftOut) throw thrown
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
   * Returns the links between the requested resources.
   *
   * @throws DiagnosticsFailure if a link breaks a rule
   */
  links(): Promise<readonly CheckedLink[]> {
    return this.#links.all()
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

  /** Reads a field of a resource. Fails for a field that its type does not have. */
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

  /** Returns the names requested so far, as a view without a copy per resource. */
  #namesSoFar(): CodeAround['names'] {
    const count = this.#asked.size
    return {
      has: (name) => (this.#asked.get(name)?.position ?? count) < count,
      keys: () => this.#asked.keys().take(count),
    }
  }

  /** The inputs of a resource that waits for nothing. */
  #already({ type, spec, beside, dependsOn }: Wish): readonly [spec: Resolved, beside: Resolved] | undefined {
    if (dependsOn.length > 0 || !this.#options.definitions.has(type)) return undefined
    const [known, more] = [settledAlready(spec), settledAlready(beside)]
    return known && more && [known, more]
  }

  async #inputs({ type, spec, beside, dependsOn }: Wish): Promise<readonly [spec: Resolved, beside: Resolved]> {
    const values = Promise.all([settled(spec), settled(beside)])
    const [known] = await Promise.all([values, this.#options.definitions.use(type), this.#all(dependsOn)])
    return known
  }

  async #all(names: readonly string[]): Promise<unknown> {
    return await Promise.all(names.map((name) => this.#record(name)))
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
    const near = this.#links.asked(wish)
    this.#formerNames.claim(wish)
    const withoutLeftOut = (thrown: unknown): never => {
      if (!(thrown instanceof LeftOut)) throw thrown
      if (how !== 'left') throw needsLeftOut(name, thrown.resource)
      unasked({ name, type, aliases: formerNamesIn(wish.options) })
      throw thrown
    }
    const [spec, beside] = this.#already(wish) ?? (await this.#inputs(wish).catch(withoutLeftOut))
    const mayBeLinked = near.length + (spec.refers?.length ?? 0) > 0
    const linked = mayBeLinked ? await this.#links.before(wish, near, spec.refers) : []
    if (linked.length > 0) await this.#all(linked).catch(withoutLeftOut)
    const dependsOn = [...new Set([...wish.dependsOn, ...spec.needs, ...beside.needs, ...linked])]
    const known = definitions.byNamespace
    const around = { definitions: known, installed, howToInstall, configurations, tags, names }
    const { resource, diagnostics } = checkCodedResource(coded(wish, spec.value, beside.value, dependsOn), around)
    if (resource === undefined || hasErrors(diagnostics))
      throw new DiagnosticsFailure(diagnostics.map((diagnostic) => atCall(diagnostic, place)))
    this.#links.checked(resource, wish, spec.refers)
    const record = this.#isOver ? undefined : await want(resource, how)
    if (record !== undefined) return record
    if (how === 'left') throw new LeftOut(name)
    throw new NotHad(name)
  }
}

/** Returns the data of a link, if the question asks for a link. */
function linkNamed(question: Question, links: AskedLinks): Promise<Value> | undefined {
  if (question.kind !== 'call' || question.name !== linkCall) return undefined
  const [a, b] = question.args
  if (typeof a !== 'string' || typeof b !== 'string') throw new TypeError('a link has the names of two resources')
  return links.data(a, b)
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
    ...(hasAny(options) && { options }),
  }
}

function hasAny(options: Value): boolean {
  return !isMap(options) || Object.keys(options).length > 0
}

function needsLeftOut(name: string, other: string): Failure {
  return new Failure(
    'programs/left-out',
    `${name} needs ${other}, which does not exist and which this run leaves out`,
    {
      hint: other.includes('::')
        ? `make ${other.split('::').join(' and ')} targets, too`
        : `make ${other} a target, too`,
    },
  )
}
