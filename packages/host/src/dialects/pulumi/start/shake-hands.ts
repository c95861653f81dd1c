import { dirname } from 'node:path'
import type { CallControl, PackageParameter } from '@slipway/model'
import type { RpcChannel } from '@slipway/protocol'
import { Analyzer, LanguageRuntime, PulumiProviderMethods, type ViewDesk } from '@slipway/protocol/pulumi'
import { quoted } from '../../../quoted.ts'
import type { InstalledPlugin } from '../../dialect.ts'

/** A plugin's answers to the greeting. */
export interface Introduction {
  /** Empty when the plugin reports none. */
  readonly version: string
  /** The kinds of values that a resource plugin accepts; `undefined` for one that reports them when it is configured. */
  readonly accepts: Accepts | undefined
  /** The package that it was made to serve, under the plugin's own name for it. */
  readonly subpackage?: Subpackage
  /** The desk where it reports the things that resources consist of. */
  readonly views?: ViewDesk
}

interface Subpackage {
  readonly name: string
  readonly version: string
}

/** The kinds of values that a resource plugin understands beyond plain ones. */
interface Accepts {
  readonly secrets: boolean
  readonly resources: boolean
  readonly outputs: boolean
  readonly autonaming: boolean
  readonly byteStrings: boolean
}

interface HandshakeOptions {
  readonly plugin: Pick<InstalledPlugin, 'kind' | 'parameter' | 'extension'> & { readonly file?: string }
  readonly engineAddress: string
  /** True if the services Loader, Mapper and PackageResolver are available, too. */
  readonly isServed?: boolean
  /** True if the plugin was already running, and so knows its own folder. */
  readonly isAttached?: boolean
  /** The package that this process already serves: it must not be sent twice. */
  readonly subpackage?: Subpackage | undefined
}

/** Milliseconds for a plugin to make a package from its parameters, which may need a download. */
const parameterizeMs = 60_000

/** Greets a plugin of any kind. Fails if it does not answer; that it does not know a call is an answer, too. */
export async function shakeHands(
  channel: RpcChannel,
  { plugin, engineAddress, isServed = false, isAttached = false, subpackage }: HandshakeOptions,
  control: CallControl,
): Promise<Introduction> {
  const { kind, file, parameter, extension } = plugin
  const folder = file === undefined ? '' : dirname(file)
  const directories = isAttached ? {} : { rootDirectory: folder, programDirectory: folder }
  if (kind === 'analyzer') await orNothing(channel.call(Analyzer.Handshake, { engineAddress, ...directories }, control))
  let accepts: Accepts | undefined
  if (kind === 'provider') {
    const offer = {
      engineAddress,
      ...directories,
      configureWithUrn: true,
      supportsViews: true,
      supportsRefreshBeforeUpdate: true,
      invokeWithPreview: true,
      acceptsByteString: true,
      ...(isServed && { mapperTarget: engineAddress, loaderTarget: engineAddress, resolverTarget: engineAddress }),
    }
    const answer = await orNothing(channel.call(PulumiProviderMethods.Handshake, offer, control))
    accepts = answer && {
      secrets: answer.acceptSecrets,
      resources: answer.acceptResources,
      outputs: answer.acceptOutputs,
      autonaming: answer.supportsAutonamingConfiguration,
      byteStrings: answer.acceptsByteString,
    }
    if (isAttached) await orNothing(channel.call(PulumiProviderMethods.Attach, { address: engineAddress }, control))
  }
  const { GetPluginInfo } =
    kind === 'provider' ? PulumiProviderMethods : kind === 'analyzer' ? Analyzer : LanguageRuntime
  const version = (await orNothing(channel.call(GetPluginInfo, {}, control)))?.version ?? ''
  const limits = { ...control, deadlineMs: parameterizeMs }
  // An extension belongs to the package that the plugin was made to serve before.
  let served = subpackage
  for (const each of subpackage === undefined ? [parameter, extension] : [])
    if (each !== undefined) served = await parameterized(channel, each, limits)
  return { version, accepts, ...(served !== undefined && { subpackage: served }) }
}

/** Checks that the plugin serves the wanted package; fails otherwise. */
async function parameterized(
  channel: RpcChannel,
  parameter: PackageParameter,
  control: CallControl,
): Promise<Subpackage> {
  const { name } = parameter
  const wanted =
    'args' in parameter
      ? { args: { args: [...parameter.args] } }
      : { value: { name, version: parameter.version, value: parameter.value } }
  const answer = await orNothing(channel.call(PulumiProviderMethods.Parameterize, wanted, control))
  if (answer === undefined) throw new Error(`it serves only its own package, not ${quoted(name)}`)
  if (answer.name === name) return { name, version: answer.version }
  throw new Error(`with its parameters it serves the package ${quoted(answer.name)}, not ${quoted(name)}`)
}

/** The answer; `undefined` if the plugin does not know the call. */
export async function orNothing<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'protocol/unimplemented') return undefined
    throw error
  }
}
