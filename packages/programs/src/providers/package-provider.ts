import {
  type CallControl,
  type ComputedValues,
  type DeployRequest,
  type DestroyRequest,
  type DiffRequest,
  equalValues,
  type ExternalStateRequest,
  isList,
  isMap,
  type Provider,
  type ProviderDefinition,
  type ReplacedWithRequest,
  type ResourceDiff,
  type ResourceIdentity,
  type StabilisedResult,
  type Value,
  type ValueMap,
  valueMap,
} from '@slipway/model'
import {
  type Existing,
  leftBy,
  type MadeResource,
  type PulumiResources,
  type ResourceName,
} from '@slipway/protocol/pulumi'
import { changedPaths, pathText, propertySteps, withIgnored, inputPaths } from '../values/property-path.ts'
import { differencesText, foundOtherwise } from '../values/differences.ts'
import { markedLikeInputs, withSecretNames } from '../values/secret-marks.ts'
import { ownType, parseUrn } from '../urns/urn.ts'
import { computedOf } from './computed.ts'
import type { Connections } from './connections.ts'
import { recordedResource } from './definitions.ts'
import { existingIn, notedOf, oldIn } from './existing.ts'
import { extensionIn } from './extension.ts'
import { hookNamesIn, withHooks } from './hooks.ts'
import { inputsWithout, isAtOneOf } from './inputs-without.ts'
import { movedTo } from './moved-to.ts'
import { recordedWish } from './recorded-options.ts'
import type { ResourceWish, Wishes } from './resource-wish.ts'
import { timed } from './time-for-calls.ts'

/** A plugin's answer about a planned change. The plugin is not asked again when the change is made. */
interface Said {
  readonly inputs: ValueMap
  readonly checked: ValueMap
}

/** A resource of a program in the call of its plugin. */
interface Asked {
  readonly about: ResourceName
  readonly plugin: PulumiResources
  readonly wish: ResourceWish
  readonly inputs: ValueMap
  /** The seed for generated names, equal when a call is repeated. */
  readonly seed: Uint8Array
}

/** A change of a resource. */
interface Changing {
  /** True for a planned change that records nothing. */
  readonly isPlanned?: boolean
  readonly checked: ValueMap
  readonly existing: Existing | undefined
  readonly request: DeployRequest
}

interface AskedFor extends Pick<ResourceIdentity, 'type' | 'resourceId'> {
  readonly current?: { readonly spec: ValueMap } | undefined
}

/** The plugins of a program as providers. Each resource goes to its own provider configuration. */
export class PackageProvider implements Provider {
  readonly #connections: Pick<Connections, 'of' | 'isElsewhere'>
  readonly #wishes: Wishes
  /** Answers by resource id. */
  readonly #said = new Map<string, Said>()

  constructor(connections: Pick<Connections, 'of' | 'isElsewhere'>, wishes: Wishes) {
    this.#connections = connections
    this.#wishes = wishes
  }

  define(): Promise<ProviderDefinition> {
    return Promise.reject(new TypeError('the definitions of a program need no plugin'))
  }

  validateResource(): Promise<[]> {
    return Promise.resolve([])
  }

  async diff(request: DiffRequest, control?: CallControl): Promise<ResourceDiff> {
    const asked = await this.#asked(request, request.spec)
    const { about, plugin, wish, inputs, seed } = asked
    const existing = existingIn(request.current.spec)
    if (existing === undefined) return { replaceBecause: [], destroyFirst: false }
    if (!plugin.isConfigured) return { replaceBecause: [], destroyFirst: false, differs: [] }
    // The run will treat it as a new resource: the plugin may refuse a change in place.
    if (request.goesFirst === true) return { replaceBecause: [], destroyFirst: true, ...hiddenBy(wish) }
    if (wish.readId !== undefined) return await this.#diffOfRead(asked, request, existing, control)
    const news = withIgnored(inputs, existing.inputs, wish.ignoreChanges)
    const checked = await plugin.check(about, { olds: existing.inputs, news, seed }, { control })
    if (checked.failures.length > 0) throw plugin.refusal(checked.failures, 'provider.Check')
    const said = await plugin.diff(about, existing, checked.inputs, wish.ignoreChanges, { control })
    const before = request.current.spec['inputs']
    // A new resource gets all inputs of the program.
    const inPlace = isMap(before) ? withIgnored(inputs, before, wish.ignoreChanges) : inputs
    this.#said.set(request.resourceId, { inputs: inPlace, checked: checked.inputs })
    const requested = changedPaths(checked.inputs, existing.inputs, wish.replaceOnChanges)
    const moved = (await this.#isAtAnother(request)) ? ['spec.provider'] : []
    const because = [...inputPaths([...said.replaces, ...requested]), ...moved, ...wish.replaceBecause]
    const isWhole = !isList(request.current.spec['initErrors']) || request.current.spec['initErrors'].length === 0
    const isChanged = because.length > 0 || !isWhole || said.isChanged
    const destroyFirst = wish.deleteBeforeReplace ?? said.destroyFirst
    if (isChanged) await wish.beforeChange?.(because.length > 0 && destroyFirst ? 'destroyFirst' : 'change')
    const named = new Set(said.paths.map((path) => String(propertySteps(path)[0] ?? '')))
    const isAsBefore = isMap(before) && equalValues(before, inPlace)
    const differences = said.isChanged && isAsBefore ? foundOtherwise(existing, checked.inputs, named) : []
    return {
      replaceBecause: because,
      destroyFirst,
      ...(isChanged ? { differs: said.paths.map((path) => `inputs.${path}`) } : { isSame: true }),
      ...movedTo(request.spec, wish),
      ...(differences.length > 0 && { differences }),
      ...(wish.ignoreChanges.length > 0 && {
        inPlace: valueMap([...Object.entries(request.spec), ['inputs', inPlace]]),
      }),
      ...hiddenBy(wish),
    }
  }

  async replacedWith({ others, ...request }: ReplacedWithRequest, control?: CallControl): Promise<readonly string[]> {
    const { spec } = request.current
    const existing = existingIn(spec)
    if (existing === undefined || spec['external'] === true) return []
    if (isAtOneOf(spec, others)) return ['spec.provider']
    const without = inputsWithout(spec, others)
    if (without === undefined) return []
    // The program has not stated its wish for the resource yet.
    const { about, plugin, wish } = await this.#asked(request, spec)
    const news = withIgnored(without, existing.inputs, wish.ignoreChanges)
    const said = await plugin.diff(about, existing, news, wish.ignoreChanges, { control })
    const requested = changedPaths(news, existing.inputs, wish.replaceOnChanges)
    return inputPaths([...said.replaces, ...requested])
  }

  async preview(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const asked = await this.#asked(request, request.spec)
    const { about, plugin, wish, inputs } = asked
    // A plugin that is not configured yet cannot answer.
    if (!plugin.isConfigured) {
      const id = request.current === undefined ? wish.readId : existingIn(request.current.spec)?.id
      return computedOf({ id, checked: inputs, outputs: valueMap() })
    }
    if (wish.readId !== undefined || wish.importId !== undefined) return await this.deploy(request, control)
    const existing = request.current && existingIn(request.current.spec)
    const checked = await this.#checked(asked, existing, request, control)
    const call = { control, preview: true }
    const isAsked = plugin.previews
    const planned = await this.#around(asked, { isPlanned: true, checked, existing, request }, async () => {
      if (!isAsked) return { id: existing?.id ?? '', outputs: checked, isReadFirst: false, initErrors: [] }
      if (existing === undefined) return await plugin.create(about, checked, undefined, call)
      return await plugin.update(about, existing, checked, wish.ignoreChanges, undefined, call)
    })
    return computedOf({ id: existing?.id, checked, outputs: marked(asked, checked, planned.outputs) })
  }

  async deploy(request: DeployRequest, control?: CallControl): Promise<ComputedValues> {
    const asked = await this.#asked(request, request.spec)
    const { about, plugin, wish, inputs } = asked
    const { readId, importId, timeouts } = wish
    if (readId !== undefined) return await this.#read(asked, readId, inputs, control)
    const existing = request.current && existingIn(request.current.spec)
    if (existing === undefined && importId !== undefined) return await this.#import(asked, importId, control)
    const checked = await this.#checked(asked, existing, request, control)
    return await plugin.watching(request.current?.spec['views'], async (watch) => {
      const left: Parameters<PulumiResources['create']>[2] = (failed) => {
        const half = leftBy(failed)
        const { inputs: used = checked, outputs } = half
        const there = { id: existing?.id ?? half.id, checked: used, views: watch.views, ...notedOf(half, request) }
        return computedOf({ ...there, outputs: marked(asked, used, outputs) })
      }
      const work =
        existing === undefined
          ? (): Promise<MadeResource> =>
              plugin.create(about, checked, left, { ...timed(control, timeouts.create), watch })
          : (): Promise<MadeResource> => {
              const call = { ...timed(control, timeouts.update), watch }
              return plugin.update(about, existing, checked, wish.ignoreChanges, left, call)
            }
      const made = await this.#around(asked, { checked, existing, request }, work)
      const outputs = marked(asked, checked, made.outputs)
      return computedOf({ id: made.id, checked, outputs, views: watch.views, ...notedOf(made, request) })
    })
  }

  /** Always stabilised: plugins answer only when a resource is ready. */
  hasStabilised(): Promise<StabilisedResult> {
    return Promise.resolve({ stabilised: true, computed: {} })
  }

  async externalState(request: ExternalStateRequest, control?: CallControl): Promise<ValueMap | undefined> {
    const { about, plugin, wish } = await this.#asked(request, request.spec)
    const existing = existingIn(request.spec)
    if (existing === undefined) return undefined
    const { real, views } = await plugin.watching(request.spec['views'], async (watch) => ({
      real: await plugin.read(about, existing, { ...timed(control, wish.timeouts.read), watch }),
      views: watch.views,
    }))
    if (real === undefined) return undefined
    const { id, outputs } = real
    const noted = Object.entries(notedOf(real, { current: request }))
    const read = { id, outputs, inputs: real.inputs ?? existing.inputs }
    // Only the plugin knows which differences do not matter: documents, for example, may come back formatted differently.
    const ignored = this.#wishes.of(about.urn)?.ignoreChanges ?? []
    const said = await plugin.diff(about, read, existing.inputs, ignored, { control }).catch(() => undefined)
    const { inputs } = said?.isChanged === false ? existing : read
    return valueMap([
      ...Object.entries(request.spec),
      ...(views === undefined ? [] : [['views', views] as const]),
      ...noted,
      ['id', id],
      ['checked', inputs],
      ['outputs', markedLikeInputs(withSecretNames(outputs, wish.additionalSecretOutputs), existing.inputs)],
    ])
  }

  async destroy({ current, ...request }: DestroyRequest, control?: CallControl): Promise<void> {
    const { about, plugin, wish } = await this.#asked(request, current.spec)
    const existing = existingIn(current.spec)
    if (existing === undefined) return
    const { id } = existing
    await withHooks({
      caller: this.#wishes.hooks,
      names: hookNamesIn(current.spec),
      moment: 'delete',
      subject: { ...about, id, ...oldIn(existing), oldSpec: current.spec },
      work: () =>
        plugin.watching(current.spec['views'], (watch) =>
          plugin.delete(about, existing, { ...timed(control, wish.timeouts.delete), watch }),
        ),
      outputsOf: () => ({ id }),
    })
  }

  fetch(): Promise<never> {
    return Promise.reject(new TypeError('programs have no data sources'))
  }

  callFunction(): Promise<never> {
    return Promise.reject(new TypeError('programs call functions without the engine'))
  }

  /** @param spec the wanted or recorded spec */
  async #asked({ type, resourceId, current }: AskedFor, spec: ValueMap): Promise<Asked> {
    const { urn, provider = '' } = recordedResource(spec)
    const parts = parseUrn(urn)
    const { inputs } = spec
    return {
      about: { urn, name: parts?.name ?? urn, type: parts === undefined ? type : ownType(parts) },
      plugin: await this.#connections.of(provider, extensionIn(spec['extension'])),
      wish: this.#wishes.of(urn) ?? recordedWish(spec, current?.spec),
      inputs: isMap(inputs) ? inputs : valueMap(),
      seed: Buffer.from(resourceId),
    }
  }

  /** Does the work with the program's hooks before and after it. A plan calls only the hooks that want dry runs. */
  async #around(
    { about, wish }: Asked,
    { isPlanned = false, checked, existing, request }: Changing,
    work: () => Promise<MadeResource>,
  ): Promise<MadeResource> {
    return await withHooks({
      caller: this.#wishes.hooks,
      names: wish.hooks,
      moment: existing === undefined ? 'create' : 'update',
      subject: {
        ...about,
        ...oldIn(existing),
        id: existing?.id ?? '',
        newInputs: checked,
        newSpec: request.spec,
        ...(request.current !== undefined && { oldSpec: request.current.spec }),
      },
      work,
      outputsOf: ({ id, outputs }) => ({ id, newOutputs: outputs }),
      later: isPlanned ? undefined : (after) => this.#wishes.later(about.urn, after),
    })
  }

  /** Inputs as the plugin wants them, with its own defaults. */
  async #checked(
    { about, plugin, wish, inputs, seed }: Asked,
    existing: Existing | undefined,
    { resourceId }: ResourceIdentity,
    control: CallControl | undefined,
  ): Promise<ValueMap> {
    const said = this.#said.get(resourceId)
    this.#said.delete(resourceId)
    if (existing !== undefined && said !== undefined && equalValues(said.inputs, inputs)) return said.checked
    const news = existing === undefined ? inputs : withIgnored(inputs, existing.inputs, wish.ignoreChanges)
    const checked = await plugin.check(about, { olds: existing?.inputs, news, seed }, { control })
    if (checked.failures.length > 0) throw plugin.refusal(checked.failures, 'provider.Check')
    return checked.inputs
  }

  /** A plugin gets the program's values as both: the inputs that the resource was made from, and its known outputs. */
  async #read(asked: Asked, id: string, inputs: ValueMap, control?: CallControl): Promise<ComputedValues> {
    const { about, plugin } = asked
    const found = await plugin.read(about, { id, inputs, outputs: inputs }, readingOf(asked, control))
    if (found === undefined) throw plugin.refusal([`there is no ${about.type} with the id "${id}"`], 'provider.Read')
    return computedOf({ id: found.id, checked: inputs, outputs: marked(asked, inputs, found.outputs) })
  }

  async #diffOfRead(
    asked: Asked,
    { current }: DiffRequest,
    { outputs }: Existing,
    control?: CallControl,
  ): Promise<ResourceDiff> {
    const { id } = recordedResource(current.spec)
    const computed = await this.#read(asked, asked.wish.readId ?? '', asked.inputs, control)
    const found = Object.keys(computed).flatMap((path): [string, Value][] => {
      const name = /^spec\.outputs(?:\.([\w-]+)|\[(".*")\])$/.exec(path)
      const key = name?.[1] ?? (name?.[2] === undefined ? undefined : String(JSON.parse(name[2])))
      return key === undefined ? [] : [[key, computed[path] ?? null]]
    })
    const isOther = computed['spec.id'] !== id
    const isChanged = isOther || !equalValues(valueMap(found), outputs)
    // A resource that was made here is destroyed if the program now reads another one in its place.
    const replaceBecause = isOther && current.spec['external'] !== true ? ['spec.id'] : []
    return { replaceBecause, destroyFirst: false, ...(isChanged ? { differs: ['outputs'] } : { isSame: true }) }
  }

  /** Imports an existing thing as the resource. Fails if it differs from the program's inputs, because an import changes nothing. */
  async #import(asked: Asked, id: string, control?: CallControl): Promise<ComputedValues> {
    const { about, plugin, wish, inputs, seed } = asked
    const found = await plugin.read(about, { id, inputs: valueMap(), outputs: valueMap() }, readingOf(asked, control))
    if (found === undefined) throw plugin.refusal([`there is no ${about.type} with the id "${id}"`], 'provider.Read')
    const existing = { id: found.id, inputs: found.inputs ?? inputs, outputs: found.outputs }
    const news = withIgnored(inputs, existing.inputs, wish.ignoreChanges)
    const checked = await plugin.check(about, { olds: existing.inputs, news, seed }, { control })
    if (checked.failures.length > 0) throw plugin.refusal(checked.failures, 'provider.Check')
    const said = await plugin.diff(about, existing, checked.inputs, wish.ignoreChanges, { control })
    if (said.isChanged) {
      const differing = differencesText(existing.inputs, checked.inputs, wish.additionalSecretOutputs)
      const where = differing === '' ? [...new Set([...said.replaces, ...said.paths])].join(', ') : differing
      const reason = `the existing resource with the id "${id}" differs from the program`
      throw plugin.refusal([where === '' ? reason : `${reason}: ${where}`], 'provider.Diff', asItIsThere)
    }
    return computedOf({
      id: found.id,
      checked: existing.inputs,
      outputs: marked(asked, existing.inputs, found.outputs),
    })
  }

  /** True if the resource's provider now manages another place than before; the plugin decides. */
  async #isAtAnother({ spec, current }: DiffRequest): Promise<boolean> {
    const [now, before] = [spec, current.spec].map((each) => recordedResource(each).provider)
    if (now === undefined || before === undefined) return false
    return await this.#connections.isElsewhere(before, now)
  }
}

/** The hint for a refused import. */
const asItIsThere =
  'give the program its real properties, or list what should stay in ignoreChanges; once it is imported, you can change it'

function readingOf({ wish }: Asked, control: CallControl | undefined) {
  return timed(control, wish.timeouts.read)
}

function hiddenBy({ hideDiffs }: ResourceWish): Pick<ResourceDiff, 'hidden'> {
  if (hideDiffs.length === 0) return {}
  return { hidden: hideDiffs.map((path) => `spec.inputs.${pathText(propertySteps(path))}`) }
}

/** Outputs with secret marks that the plugin may not know, and those that the program requests. */
function marked({ wish }: Asked, inputs: ValueMap, outputs: ValueMap): ValueMap {
  return withSecretNames(markedLikeInputs(outputs, inputs), wish.additionalSecretOutputs)
}
