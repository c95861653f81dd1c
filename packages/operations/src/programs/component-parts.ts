import { asPluginsKnow, type Compose, type Composition, type Providers } from '@slipway/engine'
import {
  Failure,
  namespaceOf,
  type Provider,
  type ProviderDefinition,
  typeOfPart,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import {
  callMethod,
  type ComponentWishes,
  construct,
  definitionOfParts,
  ownType,
  parseUrn,
  PartProvider,
  type ProgramCatalog,
  type ProgramMessage,
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
import type { ProviderCatalog } from '@slipway/engine'
import type { Components } from '../components/components.ts'
import type { Settings } from '../settings/settings.ts'
import { version } from '../version.ts'
import { fetchAsset } from './fetch-asset.ts'
import { providerOfMethod } from './method-provider.ts'
import { viewOfParts } from './policy-view.ts'
import { type CatalogParts, programCatalog } from './program-catalog.ts'

export interface ComponentPartsOptions extends Omit<CatalogParts, 'program'> {
  readonly catalog: Pick<ProviderCatalog, 'define' | 'context'>
  readonly settings: Settings
  readonly parallelism: number
  /** The folder of the project. Relative paths in requests of plugins start there. */
  readonly folder: string
  /** Receives the warnings and errors of a plugin while it makes a component. */
  readonly tell: (message: string) => void
}

/** The project name in the URNs of a blueprint's resources; see `about` of the protocol. */
const project = 'slipway'

/**
 * Components of Pulumi plugins in blueprints. A component calls the same services as a program, and its requests get the same providers and
 * records as a program's resources.
 */
export class ComponentParts implements Components {
  readonly #options: ComponentPartsOptions
  readonly #programs: ProgramCatalog
  /** The named provider configurations of components, by URN of the component. */
  readonly #configurations = new Map<string, string>()

  constructor(options: ComponentPartsOptions) {
    this.#options = options
    this.#programs = programCatalog({ ...options, program: { project } })
    options.policies.view ??= viewOfParts(() => this.#programs)
  }

  define(types: readonly string[]): ProviderDefinition {
    return definitionOfParts(types, version, this.#programs)
  }

  provider(): Provider {
    return new PartProvider(this.#programs)
  }

  withLateTypes(known: Providers): Providers {
    return withParts(known, version, this.#programs)
  }

  knowRecorded(records: readonly ResourceRecord[]): void {
    this.#programs.knowRecorded(records, typeOfPart)
    for (const { spec, options } of records)
      if (typeof spec['urn'] === 'string' && options?.provider !== undefined)
        this.#configurations.set(spec['urn'], options.provider)
  }

  readonly compose: Compose = async (composition, want, complete) => {
    const { name, type, spec, resource, isPlan, state } = composition
    const { schema } = resource.definition
    const named = asPluginsKnow({ resourceName: name, instanceName: composition.instanceName })
    const { resourceName: ownName, instanceName } = named
    const urn = urnOfResource({ type, ...named })
    const configuration = resource.options?.provider
    if (configuration === undefined) this.#configurations.delete(urn)
    else this.#configurations.set(urn, configuration)
    const outputs = await construct({
      ...(await this.#around({ type, name: ownName, instanceName, configuration })),
      inputs: componentInputs(schema, spec),
      wishes: wishesOf(composition),
      state,
      dryRun: isPlan,
      signal: composition.signal,
      want,
      complete,
    })
    if (outputs === undefined) return {}
    const until = isPlan ? `resources.${name}` : undefined
    return answered(type, () => componentOutputs(urn, schema, spec, outputs, until))
  }

  /** Calls a method of a component; `undefined` if there is no such method. */
  async call(name: string, tokens: readonly string[], given: ValueMap): Promise<ValueMap | undefined> {
    const token = tokens.find((each) => functionName(each) === name)
    const call = methodCall(given)
    const parts = call && parseUrn(call.urn)
    if (token === undefined || call === undefined || parts === undefined) return undefined
    const type = ownType(parts)
    const configuration = this.#configurations.get(call.urn)
    const answer = await callMethod({
      ...(await this.#around({ type, name: parts.name, instanceName: parts.stack, configuration })),
      token,
      args: call.args,
      component: { urn: call.urn, outputs: valueMap() },
      state: undefined,
      dryRun: false,
      want: (wanted) => providerOfMethod(wanted, this.#programs),
      complete: () => Promise.resolve(),
    })
    const [first] = answer?.failures ?? []
    if (first !== undefined)
      throw new Failure('protocol/plugin-error', `${token} refuses: ${first.property} ${first.reason}`)
    return answered(token, () => methodAnswer(answer?.return))
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
      dial: (port: number, maxBytes: number) => plugins.host.dial(port, maxBytes),
      fetchAsset,
      tell: ({ level, text }: ProgramMessage): void => {
        if (level === 'warning' || level === 'error') tell(redactor.redact(text))
      },
    }
  }

  /** Provider settings in the form in which SDKs read a stack's configuration: texts as they are, other values as JSON. */
  async #settings(type: string, configuration: string | undefined) {
    const { catalog, settings, plugins } = this.#options
    // If the package extends another one, that package's provider serves the parts.
    const own = new Set([namespaceOf(type), plugins.settingsOf(namespaceOf(type))])
    const others = settings.names('providers').filter((name) => name.endsWith(':'))
    const found = await Promise.all(
      [...new Set([...own, ...others])].map(async (namespace) => {
        const definition = await catalog.define(namespace, nothing)
        if (definition === undefined) return []
        const { config } = catalog.context(namespace, own.has(namespace) ? configuration : undefined)
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

/** Translates the options of a component in the blueprint to the plugin's terms. */
function wishesOf(composition: Composition): ComponentWishes {
  const { resource, formerNames, needs, neededFor, deletedWith, instanceName } = composition
  const { protect, ignoreChanges, replaceOnChanges, replaceOrder, timeouts, aliases = [] } = resource.options ?? {}
  const urnOf = ({ name: resourceName, type }: { readonly name: string; readonly type: string }): readonly string[] =>
    namespaceOf(type).endsWith(':') ? [urnOfResource({ type, ...asPluginsKnow({ resourceName, instanceName }) })] : []
  const [goesWith] = deletedWith === undefined ? [] : urnOf(deletedWith)
  const former = new Set([...aliases, ...formerNames])
  return {
    // To its plugin, a resource in a child belongs to another stack.
    formerNames: Array.from(former, (each) => {
      const { resourceName: known, instanceName: stack } = asPluginsKnow({ resourceName: each, instanceName })
      return { name: known, stack }
    }),
    dependencies: needs.flatMap(urnOf),
    inputDependencies: Object.fromEntries(
      Object.entries(neededFor).map(([property, needed]) => [property, needed.flatMap(urnOf)]),
    ),
    ...(protect !== undefined && { isProtected: protect }),
    ...(resource.removalPolicy === 'retain' && { isKept: true }),
    ...(ignoreChanges !== undefined && { ignoreChanges }),
    ...(replaceOnChanges !== undefined && { replaceOnChanges }),
    ...(replaceOrder !== undefined && { isDestroyedFirst: replaceOrder === 'destroy-first' }),
    ...(timeouts !== undefined && { timeouts }),
    ...(goesWith !== undefined && { deletedWith: goesWith }),
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
    throw new Failure('protocol/bad-answer', `the answer of ${what} makes no sense: ${thrown.message}`)
  }
}

const nothing = { resourceTypes: [], dataSourceTypes: [], functions: [] } as const
