import { createHash } from 'node:crypto'
import { Failure, type ValueMap, valueMap } from '@slipway/model'
import { type ImportedResource, programToJson } from '@slipway/protocol/pulumi'
import type { Deployment, PulumiExtension, PulumiResource } from '../deployments/deployment.ts'
import { writeProviderInputs } from '../deployments/provider-inputs.ts'
import { formatUrn, qualifiedBelow, stackType } from '../urns/urn.ts'
import { defaultName } from '../urns/default-name.ts'
import { inOrder } from './in-order.ts'
import { packageFor, type ProviderPackage } from './provider-package.ts'

export interface DeploymentOptions {
  readonly project: string
  readonly stack: string
  /** Unix milliseconds. */
  readonly now: number
  /** Returns the configuration of a provider that is not a resource itself. @param pkg `aws` */
  readonly configOf: (pkg: string) => ValueMap
}

/** The resources of a converter in the form of a Pulumi state, and the URN of each. */
export interface FromConverter {
  readonly deployment: Deployment
  /** URNs by logical name. */
  readonly urns: ReadonlyMap<string, string>
}

/**
 * Writes what a converter has found as a state of Pulumi. Each resource must have its inputs and outputs.
 *
 * @throws Failure `convert/bad-result` for a parent or a provider that is not there, and for a circle of parents
 */
export function deploymentOf(resources: readonly ImportedResource[], options: DeploymentOptions): FromConverter {
  const writer = new Writer(options)
  for (const resource of inOrder(resources)) writer.add(resource)
  return writer.whole()
}

/** In characters: the longest URN, which contains the types of all parents. */
const longestUrn = 8000

class Writer {
  readonly #options: DeploymentOptions
  readonly #stack: string
  readonly #written: PulumiResource[] = []
  readonly #urns = new Map<string, string>()
  /** References to providers, by logical name; for providers that are not resources, by their URN. */
  readonly #references = new Map<string, string>()
  readonly #extensions: Record<string, PulumiExtension> = {}

  constructor(options: DeploymentOptions) {
    this.#options = options
    const { project, stack } = options
    this.#stack = formatUrn({ stack, project, qualifiedType: stackType, name: `${project}-${stack}` })
    this.#written.push({ urn: this.#stack, custom: false, type: stackType, ...this.#times })
  }

  add(resource: ImportedResource): void {
    const { type, name, logicalName, isComponent, inputs = valueMap(), outputs = valueMap() } = resource
    const parent = this.#urns.get(resource.parent) ?? this.#stack
    const urn = this.#urn(qualifiedBelow(parent, type), name)
    if (urn.length > longestUrn)
      throw new Failure('convert/bad-result', `the parents of ${JSON.stringify(logicalName)} are nested too deep`, {
        hint: 'nothing was imported; tell the author of the converter',
      })
    this.#urns.set(logicalName, urn)
    const isProvider = type.startsWith('pulumi:providers:')
    const id = resource.id === '' && isProvider ? idFrom(urn) : resource.id
    if (isProvider) this.#references.set(logicalName, `${urn}::${id}`)
    const provider = isProvider || (isComponent && !resource.isRemote) ? undefined : this.#providerOf(resource)
    this.#written.push({
      urn,
      type,
      custom: !isComponent,
      ...(id !== '' && { id }),
      parent,
      ...(provider !== undefined && { provider }),
      ...this.#extensionOf(resource),
      inputs: programToJson(isProvider ? providerInputs(inputs, packageFor(resource)) : inputs),
      outputs: programToJson(outputs),
      ...this.#times,
    })
  }

  whole(): FromConverter {
    const { now } = this.#options
    const deployment: Deployment = {
      manifest: { time: new Date(now).toISOString(), magic: '', version: '' },
      resources: this.#written,
      ...(Object.keys(this.#extensions).length > 0 && { extensions: this.#extensions }),
    }
    return { deployment, urns: this.#urns }
  }

  get #times(): Pick<PulumiResource, 'created' | 'modified'> {
    const time = new Date(this.#options.now).toISOString()
    return { created: time, modified: time }
  }

  #urn(qualifiedType: string, name: string): string {
    const { project, stack } = this.#options
    return formatUrn({ project, stack, qualifiedType, name })
  }

  #providerOf(resource: ImportedResource): string {
    return this.#references.get(resource.provider) ?? this.#defaultProvider(packageFor(resource))
  }

  /** The provider that comes from settings. In Pulumi, this is a resource, too. */
  #defaultProvider(served: ProviderPackage): string {
    const { pkg, version, server } = served
    const type = `pulumi:providers:${pkg}`
    const urn = this.#urn(type, defaultName(version, server))
    const known = this.#references.get(urn)
    if (known !== undefined) return known
    const id = idFrom(`${urn} ${JSON.stringify(served)}`)
    const config = this.#options.configOf(pkg)
    this.#references.set(urn, `${urn}::${id}`)
    const outputs = version === '' ? config : valueMap([...Object.entries(config), ['version', version] as const])
    this.#written.push({
      urn,
      type,
      custom: true,
      id,
      inputs: programToJson(providerInputs(config, served)),
      outputs: programToJson(outputs),
      ...this.#times,
    })
    return `${urn}::${id}`
  }

  #extensionOf({ extension }: ImportedResource): Pick<PulumiResource, 'extensionRef'> {
    if (extension === undefined) return {}
    const { name, version } = extension
    const value = Buffer.from(extension.value).toString('base64')
    const extensionRef = createHash('sha256')
      .update(JSON.stringify([name, version, value]))
      .digest('hex')
    this.#extensions[extensionRef] = { name, version, value }
    return { extensionRef }
  }
}

function providerInputs(config: ValueMap, { version, server, parameterization: made }: ProviderPackage): ValueMap {
  const inputs = version === '' ? config : valueMap([...Object.entries(config), ['version', version] as const])
  if (made === undefined && server === '') return inputs
  const how = valueMap([
    ...(server === '' ? [] : [['server', server] as const]),
    ...(made === undefined
      ? []
      : ([
          ['plugin', made.plugin],
          ['version', made.pluginVersion],
          ['parameterValue', Buffer.from(made.value).toString('base64')],
        ] as const)),
  ])
  return writeProviderInputs({ inputs, package: how })
}

/** Makes an id in the form of Pulumi's. The same text gives the same id. */
function idFrom(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  return [8, 4, 4, 4, 12].map((length, at) => digest.slice(at * 8, at * 8 + length)).join('-')
}
