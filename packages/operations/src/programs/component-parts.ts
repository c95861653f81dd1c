import type { Compose, Providers } from '@slipway/engine'
import { Failure, namespaceOf, type Provider, type ProviderDefinition } from '@slipway/model'
import { construct, definitionOfParts, PartProvider, partNamespace, type ProgramCatalog, withParts } from '@slipway/programs'
import { componentInputs, componentOutputs } from '@slipway/protocol/pulumi'
import type { ResourceRecord } from '@slipway/stores'
import type { CatalogPart } from '../parts/catalog-part.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'
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
export class ComponentParts {
  readonly #options: ComponentPartsOptions
  readonly #programs: ProgramCatalog

  constructor(options: ComponentPartsOptions) {
    this.#options = options
    this.#programs = programCatalog({ ...options, program: { project } })
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
    const parts = records.filter(({ type }) => namespaceOf(type) === partNamespace)
    this.#programs.knowRecorded(parts.map((part) => ({ ...part, type: part.type.slice(partNamespace.length) })))
  }

  readonly compose: Compose = async (composition, want, complete) => {
    const { parallelism, folder, plugins, redactor, tell } = this.#options
    const { name, type, spec, resource, instanceName: stack, isPlan, state } = composition
    const { schema } = resource.definition
    const settings = await this.#settings(type, resource.options?.provider)
    const outputs = await construct({
      type,
      name,
      inputs: componentInputs(schema, spec),
      isProtected: resource.options?.protect === true,
      stack: { project, stack, organization: 'organization', programFolder: folder, ...settings },
      catalog: this.#programs,
      state,
      dryRun: isPlan,
      parallel: parallelism,
      serve: (routes, maxBytes) => plugins.host.serve(routes, maxBytes),
      tell: ({ level, text }) => {
        if (level === 'warning' || level === 'error') tell(redactor.redact(text))
      },
      want,
      complete,
    })
    if (outputs === undefined) return {}
    try {
      return componentOutputs(schema, spec, outputs, isPlan ? `resources.${name}` : undefined)
    } catch (thrown) {
      if (!(thrown instanceof TypeError)) throw thrown
      throw new Failure('protocol/bad-answer', `what ${type} answers makes no sense: ${thrown.message}`)
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

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] } as const
