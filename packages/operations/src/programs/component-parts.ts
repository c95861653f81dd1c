import type { CheckedResource, Compose, Providers } from '@slipway/engine'
import {
  Failure,
  isMap,
  namespaceOf,
  type Provider,
  type ProviderDefinition,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import {
  callMethod,
  construct,
  definitionOfParts,
  ownType,
  parseUrn,
  PartProvider,
  type ProgramCatalog,
  type ProgramMessage,
  typeOfPart,
  withParts,
} from '@slipway/programs'
import type { Route } from '@slipway/protocol'
import {
  componentInputs,
  componentOutputs,
  functionName,
  methodAnswer,
  methodCall,
  urnOfResource,
} from '@slipway/protocol/pulumi'
import type { ResourceRecord } from '@slipway/stores'
import type { CatalogPart } from '../parts/catalog-part.ts'
import type { Components } from '../parts/components.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'
import { viewOfParts } from './policy-view.ts'
import { type CatalogParts, programCatalog } from './program-catalog.ts'

export interface ComponentPartsOptions extends Omit<CatalogParts, 'program'> {
  readonly catalog: CatalogPart
  readonly settings: Settings
  readonly parallelism: number
  /** Of the project: paths in what plugins ask for start there. */
  readonly folder: string
  /** What a plugin says while it makes a component. */
  readonly tell: (message: string) => void
}

/** Names that go into URNs of what a blueprint has; see `about` of the protocol. */
const project = 'slipway'

/**
 * Components of plugins of Pulumi in blueprints. A component speaks to the services of programs, and what it asks for has the providers
 * and the records that a program's resources have.
 */
export class ComponentParts implements Components {
  readonly #options: ComponentPartsOptions
  readonly #programs: ProgramCatalog

  constructor(options: ComponentPartsOptions) {
    this.#options = options
    this.#programs = programCatalog({ ...options, program: { project } })
    options.policies().view ??= viewOfParts
  }

  define(types: readonly string[]): ProviderDefinition {
    return definitionOfParts(types, version)
  }

  provider(): Provider {
    return new PartProvider(this.#programs)
  }

  withLateTypes(known: Providers): Providers {
    return withParts(known, version)
  }

  knowRecorded(records: readonly ResourceRecord[]): void {
    this.#programs.knowRecorded(records, typeOfPart)
  }

  readonly compose: Compose = async (composition, want, complete) => {
    const { name, type, spec, resource, instanceName, isPlan, state } = composition
    const { schema } = resource.definition
    const outputs = await construct({
      ...(await this.#around({ type, name, instanceName, configuration: resource.options?.provider })),
      inputs: componentInputs(schema, spec),
      isProtected: resource.options?.protect === true,
      state,
      dryRun: isPlan,
      want,
      complete,
    })
    const urn = urnOfResource({ type, resourceName: name, instanceName })
    if (outputs === undefined) return { 'spec.urn': urn }
    const until = isPlan ? `resources.${name}` : undefined
    return answered(type, () => componentOutputs(urn, schema, spec, outputs, until))
  }

  /** `undefined`: it is no method of a component. */
  async call(name: string, tokens: readonly string[], given: ValueMap): Promise<ValueMap | undefined> {
    const token = tokens.find((each) => functionName(each) === name)
    const call = methodCall(given)
    const parts = call && parseUrn(call.urn)
    if (token === undefined || call === undefined || parts === undefined) return undefined
    const type = ownType(parts)
    const answer = await callMethod({
      ...(await this.#around({ type, name: parts.name, instanceName: parts.stack, configuration: undefined })),
      token,
      args: call.args,
      component: { urn: call.urn, outputs: valueMap() },
      state: undefined,
      dryRun: false,
      want: (part) => this.#known(part),
      complete: () => Promise.resolve(),
    })
    const [first] = answer?.failures ?? []
    if (first !== undefined)
      throw new Failure('protocol/plugin-error', `${token} refuses: ${first.property} ${first.reason}`)
    return answered(token, () => methodAnswer(answer?.return))
  }

  /** A method makes nothing: it gets the provider that its component has. */
  #known({ spec, name }: CheckedResource): Promise<ResourceRecord> {
    const { urn } = spec.kind === 'literal' && isMap(spec.value) ? spec.value : valueMap()
    const settings = typeof urn === 'string' ? this.#programs.connections.settings(urn) : undefined
    if (settings === undefined)
      return Promise.reject(new Failure('programs/no-component', `a method of a component cannot ask for ${name}`))
    const { id } = settings
    return Promise.resolve({
      spec: valueMap([
        ['urn', urn ?? null],
        ['id', id],
      ]),
    } as ResourceRecord)
  }

  async #around({ type, name, instanceName: stack, configuration }: About) {
    const { parallelism, folder, plugins, redactor, tell } = this.#options
    const settings = await this.#settings(type, configuration)
    return {
      type,
      name,
      stack: { project, stack, organization: 'organization', programFolder: folder, ...settings },
      catalog: this.#programs,
      parallel: parallelism,
      serve: (routes: readonly Route[], maxBytes: number) => plugins.host.serve(routes, maxBytes),
      dial: (port: number) => plugins.host.dial(port),
      tell: ({ level, text }: ProgramMessage): void => {
        if (level === 'warning' || level === 'error') tell(redactor.redact(text))
      },
    }
  }

  /** As SDKs read the configuration of a stack: text, or JSON where it is none. */
  async #settings(type: string, configuration: string | undefined) {
    const { catalog, settings } = this.#options
    const own = namespaceOf(type)
    const others = settings.names('providers').filter((name) => name.endsWith(':') && name !== own)
    const found = await Promise.all(
      [own, ...others].map(async (namespace) => {
        const definition = await catalog.define(namespace, nothing)
        if (definition === undefined) return []
        const { config } = catalog.context(namespace, namespace === own ? configuration : undefined)
        return Object.entries(config).map(([name, value]) => ({
          key: `${namespace}${name}`,
          text: typeof value === 'string' ? value : JSON.stringify(value),
          isSecret: definition.config.fields[name]?.secret === true,
        }))
      }),
    )
    const all = found.flat()
    return {
      config: new Map(all.map(({ key, text }) => [key, text])),
      configSecretKeys: all.flatMap(({ key, isSecret }) => (isSecret ? [key] : [])),
    }
  }
}

interface About {
  readonly type: string
  readonly name: string
  readonly instanceName: string
  readonly configuration: string | undefined
}

function answered<T>(what: string, convert: () => T): T {
  try {
    return convert()
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) throw thrown
    throw new Failure('protocol/bad-answer', `what ${what} answers makes no sense: ${thrown.message}`)
  }
}

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] } as const
