import { createHash } from 'node:crypto'
import { Failure, messageOf } from '@slipway/model'
import { type Method, type RpcChannel, Status, StatusError } from '@slipway/protocol'
import { type Loader, type Mapper, type PackageResolver, PulumiProviderMethods } from '@slipway/protocol/pulumi'
import type { StartPackage } from '../providers/connections.ts'
import { answerMs, describedPackage } from './described-package.ts'

/** Access to the plugins of this machine. */
export interface PackageAccess {
  readonly start: StartPackage
  /** Names of all packages whose plugins are installed: `random`. */
  readonly installed: () => readonly string[]
}

type RequestOf<M> = M extends Method<infer Request, infer _> ? Request : never
type ResponseOf<M> = M extends Method<infer _, infer Response> ? Response : never

/** The used parts of a plugin's description of a served package. */
interface SchemaHead {
  readonly name?: unknown
  readonly version?: unknown
  readonly pluginDownloadURL?: unknown
  readonly parameterization?: { readonly baseProvider?: PackageHead; readonly parameter?: unknown }
  /** Present if it is served in addition to that provider's package, which may itself be parameterised. */
  readonly extensionParameterization?: {
    readonly baseProvider?: PackageHead & {
      readonly parameterization?: { readonly basePlugin?: PackageHead; readonly parameter?: unknown }
    }
    readonly parameter?: unknown
  }
}

interface PackageHead {
  readonly name?: unknown
  readonly version?: unknown
}

/** The default kind of mappings. */
const usualEcosystem = 'terraform'

/**
 * Answers questions of plugins and programs about packages: their schemas, the names of their types elsewhere, and the meaning of names.
 * Asks installed plugins. A missing one is installed first, where the user allows that.
 */
export class PackageServices {
  readonly #access: PackageAccess

  constructor(access: PackageAccess) {
    this.#access = access
  }

  async schema(request: RequestOf<typeof Loader.GetSchema>): Promise<ResponseOf<typeof Loader.GetSchema>> {
    const { package: pkg, version, downloadUrl, parameterization } = request
    const wanted = { pkg: nameIn(pkg), version, server: downloadUrl, parameter: parameterization }
    const channel = await this.#channel(wanted)
    const subpackage = parameterization && {
      subpackageName: parameterization.name,
      subpackageVersion: parameterization.version,
    }
    const { schema } = await asked(channel.call(PulumiProviderMethods.GetSchema, { ...subpackage }, limits))
    return { schema: Buffer.from(schema) }
  }

  /** A mapping; empty if no plugin knows it. Asks the named plugin first, then all others one after the other. */
  async mapping(request: RequestOf<typeof Mapper.GetMapping>): Promise<ResponseOf<typeof Mapper.GetMapping>> {
    const { provider, pulumiProvider, parameterizationHint: hint } = request
    const key = request.ecosystem || usualEcosystem
    const first = pulumiProvider || provider
    const ask = async (pkg: string, parameter?: Wanted['parameter']): Promise<Uint8Array | undefined> =>
      await mappingOf(await this.#channel({ pkg, version: '', server: '', parameter }), key, provider)
    const installed = this.#access.installed()
    const own = installed.includes(first) ? await ask(first, hint) : undefined
    if (own !== undefined) return { data: own }
    for (const pkg of installed.filter((name) => name !== first)) {
      // Ignore the failure of an unnamed plugin, since others may know.
      const data = await ask(pkg).catch(() => undefined)
      if (data !== undefined) return { data }
    }
    return { data: new Uint8Array() }
  }

  async resolve(
    request: RequestOf<typeof PackageResolver.ResolvePackage>,
  ): Promise<ResponseOf<typeof PackageResolver.ResolvePackage>> {
    const { parameters, server } = request
    const [source = '', atVersion = ''] = request.source.split('@')
    const version = request.version || atVersion
    const schema = await asked(
      describedPackage(this.#access.start, { pkg: nameIn(source), version, server, parameters }),
    )
    return dependencyIn(headOf(schema))
  }

  async #channel(wanted: Wanted): Promise<RpcChannel> {
    const { pkg, version, server, parameter } = wanted
    const started = this.#access.start({
      pkg,
      version,
      use: useOf(wanted),
      parameter,
      server: server === '' ? undefined : server,
      variables: undefined,
    })
    return (await asked(started)).channel
  }
}

interface Wanted {
  readonly pkg: string
  readonly version: string
  readonly server: string
  readonly parameter: { readonly name: string; readonly version: string; readonly value: Uint8Array } | undefined
}

const limits = { deadlineMs: answerMs }

/** The process name for a question; equal questions share a process. */
function useOf({ version, parameter }: Wanted): string {
  if (version === '' && parameter === undefined) return 'asked'
  const made = parameter && `${parameter.name} ${parameter.version} ${hashOf(parameter.value)}`
  return ['asked', version, made].filter(Boolean).join(' ')
}

function hashOf(value: Uint8Array): string {
  return createHash('sha256').update(value).digest('hex').slice(0, 16)
}

function nameIn(source: string): string {
  if (/^[a-zA-Z][\w-]*$/.test(source)) return source
  const message = `"${source}" is not the name of an installed plugin: Slipway downloads none, and knows them only by name`
  throw new StatusError(Status.invalidArgument, message)
}

/** The plugin's mapping; `undefined` if it has none. An unknown method counts as none. */
async function mappingOf(channel: RpcChannel, key: string, provider: string): Promise<Uint8Array | undefined> {
  const { GetMapping, GetMappings } = PulumiProviderMethods
  const { providers = [] } = (await known(channel.call(GetMappings, { key }, limits))) ?? {}
  const named = providers.includes(provider) ? provider : ''
  const mapping = await known(channel.call(GetMapping, { key, provider: named }, limits))
  return mapping?.provider === provider ? mapping.data : undefined
}

async function known<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'protocol/unimplemented') return undefined
    throw refusal(error)
  }
}

function dependencyIn(head: SchemaHead): ResponseOf<typeof PackageResolver.ResolvePackage> {
  const { parameterization: made, extensionParameterization: added, pluginDownloadURL } = head
  const about = { kind: 'resource', server: textOf(pluginDownloadURL) }
  const own = namedIn(head)
  if (added !== undefined) {
    const { baseProvider = {}, parameter } = added
    const { basePlugin, parameter: ofBase } = baseProvider.parameterization ?? {}
    const parameterization = basePlugin && parameterOf(baseProvider, ofBase)
    return {
      ...about,
      ...namedIn(basePlugin ?? baseProvider),
      parameterization,
      extension: parameterOf(own, parameter),
    }
  }
  if (made === undefined) return { ...about, ...own, parameterization: undefined, extension: undefined }
  const { baseProvider = {}, parameter } = made
  return { ...about, ...namedIn(baseProvider), parameterization: parameterOf(own, parameter), extension: undefined }
}

function namedIn({ name, version }: PackageHead) {
  return { name: textOf(name), version: textOf(version) }
}

function parameterOf(pkg: PackageHead, value: unknown) {
  return { ...namedIn(pkg), value: Buffer.from(textOf(value), 'base64') }
}

function headOf(schema: string): SchemaHead {
  try {
    const head: unknown = JSON.parse(schema)
    if (typeof head === 'object' && head !== null) return head
  } catch {
    // The check below reports it.
  }
  throw new StatusError(Status.unknown, 'the plugin returned no schema of a package')
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** Turns a failure into a message for the caller. */
async function asked<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    throw refusal(error)
  }
}

function refusal(error: unknown): StatusError {
  if (error instanceof StatusError) return error
  const hint = error instanceof Failure ? error.hint : undefined
  return new StatusError(Status.unknown, [messageOf(error), ...(hint === undefined ? [] : [hint])].join('; '))
}
