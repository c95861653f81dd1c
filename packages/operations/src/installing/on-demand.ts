import { type Descriptor, descriptorText, descriptorWord } from '@slipway/installer'
import { Failure, parsePluginId, shellWord } from '@slipway/model'
import type { Observer } from '../events.ts'
import { descriptorOfId } from '../plugins/descriptor-of-id.ts'
import type { MissingPlugin, MissingPlugins } from '../plugins/missing-plugins.ts'
import type { Project } from '../project/project.ts'
import type { Slipway } from '../slipway.ts'
import { installWanted } from './install-plugins.ts'
import { failureOf } from './outcome-failure.ts'
import { lockFileOf } from './lock-of.ts'
import { pluginIdOf } from './plugin-id-of.ts'
import { recordedDescriptor } from './recorded-descriptor.ts'
import { isFor, type Wanted, wantedOf } from './wanted-of.ts'

export interface OnDemandOptions extends Pick<Project, 'settings' | 'folders' | 'trust' | 'files'> {
  readonly program?: Project['program'] | undefined
  readonly blueprint?: Project['blueprint']
  readonly slipway: Slipway
  readonly tell: (message: string) => void
}

/** Namespaces of types that no plugin serves. */
const builtIn: ReadonlySet<string> = new Set(['pulumi:', 'slipway'])

/** Installs missing plugins that the project names, if the user agrees. For all other plugins it suggests a command. */
export class OnDemand implements MissingPlugins {
  readonly #options: OnDemandOptions
  #wanted: readonly Wanted[] | undefined

  constructor(options: OnDemandOptions) {
    this.#options = options
  }

  async install(missing: readonly MissingPlugin[]): Promise<boolean> {
    const { slipway, settings, trust, tell } = this.#options
    const rule = settings.text('plugins', 'install')
    const { onDemand } = slipway
    const agree = onDemand && (rule === 'always' ? true : onDemand.agree)
    const isAllowed = trust.isTrusted && agree !== undefined && (rule !== 'never' || agree === true)
    this.#wanted ??= await wantedOf(slipway, this.#options).catch((error: unknown) => {
      // The command reads the project itself later and reports the mistake with its place.
      if (isAllowed || !(error instanceof Failure)) throw error
      return []
    })
    if (!isAllowed) return false
    const isRecorded = ({ namespace, recorded }: MissingPlugin): boolean =>
      recorded !== undefined && this.#namedFor(namespace) === undefined
    const others = missing.filter((each) => !isRecorded(each)).flatMap((each) => this.#descriptorFor(each) ?? [])
    const ofState = missing.filter(isRecorded).flatMap((each) => this.#descriptorFor(each) ?? [])
    const descriptors = [...new Map([...others, ...ofState].map((each) => [shown(each), each])).values()]
    if (descriptors.length === 0) return false
    const plugins = descriptors.map(shown)
    if (agree !== true && !(await agree({ plugins }))) return false
    tell(`Installing ${plugins.join(', ')} …`)
    const observe: Observer = (event) => {
      if (event.type === 'notice') tell(event.message)
    }
    const { outcomes } = await installWanted(
      slipway,
      this.#options,
      { wanted: descriptors, recorded: ofState, stop: onDemand?.stop },
      observe,
    )
    const failed = outcomes.filter(({ action }) => action === 'failed')
    if (failed.length > 0) throw failureOf(failed)
    for (const { installed } of outcomes)
      if (installed !== undefined) tell(`${pluginIdOf(installed.identity)} ${installed.identity.version} is installed`)
    return true
  }

  hint(missing: MissingPlugin, isMistyped: boolean): string | undefined {
    const { namespace, recorded } = missing
    if (builtIn.has(namespace)) return undefined
    const known = this.#descriptorFor(missing)
    if (known === undefined) {
      if (isMistyped || recorded !== undefined) return undefined
      const names = this.#likely(namespace)
      return `${names.join(' or ')} may have it: slipway plugin install ${names[0]}; slipway plugin list shows the installed plugins`
    }
    const text = descriptorWord(known)
    const installs = `slipway plugin install ${text} installs it`
    const { trust, slipway } = this.#options
    if (trust.isOutOfQuestion) return `${installs}, and slipway install installs everything that this project needs`
    if (!trust.isTrusted)
      return `${installs}; nothing is installed for this folder itself, because it is not trusted (slipway trust)`
    const onTheWay = slipway.onDemand === undefined ? '' : '; with --install, this command does it'
    return `${installs}, and slipway install installs everything that this project needs${onTheWay}`
  }

  /** Returns the descriptor of a missing plugin: from the project, from the state, or of the Pulumi plugin that the name itself implies. */
  #descriptorFor({ namespace, version, server, recorded }: MissingPlugin): Descriptor | undefined {
    if (builtIn.has(namespace)) return undefined
    const named = this.#namedFor(namespace)
    if (named !== undefined) return version === '' ? named : { ...named, version }
    if (recorded !== undefined) {
      const { trust, folders } = this.#options
      const locked = trust.isTrusted ? (lockFileOf(folders.project)?.entries ?? []) : []
      return recordedDescriptor(recorded, descriptorOfId(recorded.pluginId), locked)
    }
    if (namespace.includes('/')) return descriptorOfId(namespace)
    if (!namespace.endsWith(':')) return undefined
    return {
      form: { form: 'pulumi', kind: 'resource', name: namespace.slice(0, -1) },
      ...(version !== '' && { version }),
      ...(server !== undefined && server !== '' && { server }),
    }
  }

  #namedFor(namespace: string): Descriptor | undefined {
    return this.#wanted?.find((each) => isFor(each, namespace))?.descriptor
  }

  #likely(namespace: string): readonly string[] {
    const { settings } = this.#options
    const pinned = settings.text('plugins', 'namespaces', namespace)
    const ids = Object.keys(settings.below('plugins', 'pin')).filter((id) => parsePluginId(id)?.plugin === namespace)
    return [...new Set([...(pinned === undefined ? [] : [pinned]), ...ids, `celerity/${namespace}`])]
  }
}

/** Returns the descriptor for the question to the user. The user also agrees to a separate server. */
function shown(descriptor: Descriptor): string {
  const { server } = descriptor
  return server === undefined ? descriptorText(descriptor) : `${descriptorText(descriptor)} from ${server}`
}

/** Refuses an untrusted folder. @throws Failure `install/untrusted` */
export function demandTrust(trust: Project['trust']): void {
  if (trust.isTrusted) return
  throw new Failure('install/untrusted', `${trust.folder} is not trusted, so nothing is installed for it`, {
    hint: `slipway trust ${shellWord(trust.folder)} trusts it, if you know who wrote its files; slipway plugin install NAME installs a plugin that you name yourself`,
  })
}
