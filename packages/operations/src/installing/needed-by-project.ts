import type { Blueprint } from '@slipway/engine'
import { type Discovery, pulumiPluginId, requiredPackages } from '@slipway/host'
import { type Descriptor, descriptorKey, rangeOf, recordOfFile } from '@slipway/installer'
import { namespaceOf } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { ignore } from '../events.ts'
import { descriptorOfId } from '../plugins/descriptor-of-id.ts'
import { sourceOf } from '../named-plugins/named-sources.ts'
import { findPlugins } from '../plugins/find-plugins.ts'
import { pluginStore } from '../project/plugin-store.ts'
import type { Project } from '../project/project.ts'
import { whichInstance } from '../project/which-instance.ts'
import { isSurelyEmpty } from '../store/state-driver.ts'
import type { Slipway } from '../slipway.ts'
import { lockFileOf } from './lock-of.ts'
import { recordedDescriptor } from './recorded-descriptor.ts'
import { blueprintOf, isFor, type NamingProject, type Wanted, wantedIn } from './wanted-of.ts'

/** Returns all plugins that a project, its program and its state need, except attached and bundled plugins. */
export async function neededByProject(slipway: Slipway, project: Project): Promise<readonly Descriptor[]> {
  return (await neededAndRecorded(slipway, project)).wanted
}

/** Does the same as `neededByProject`, and also returns the part that only the state names. */
export async function neededAndRecorded(
  slipway: Slipway,
  project: Project,
): Promise<{ readonly wanted: readonly Descriptor[]; readonly recorded: readonly Descriptor[] }> {
  const found = findPlugins({ slipway, ...project })
  const blueprint = await blueprintOf(slipway, project)
  const named = wantedIn(project, blueprint)
  const descriptors = named.map(({ descriptor }) => descriptor)
  const wanted = [...descriptors, ...ofTypes(blueprint, named), ...(await ofProgram(project, found))]
  const recorded = await ofState(slipway, project, wanted, found)
  const isByHand = placedByHand(slipway, project, found)
  const all = distinct([...wanted, ...recorded]).filter((each) => !isAtHand(each, found) && !isByHand(each))
  return { wanted: all, recorded: all.filter((descriptor) => recorded.includes(descriptor)) }
}

/** Returns plugins that the project does not name but its Pulumi types imply. */
function ofTypes(blueprint: Blueprint | undefined, named: readonly Wanted[]): readonly Descriptor[] {
  if (blueprint === undefined) return []
  const { resources, dataSources } = blueprint
  const namespaces = [...resources.values(), ...dataSources.values()].map(({ type }) => namespaceOf(type.value))
  const unnamed = [...new Set(namespaces)].filter((namespace) => !named.some((each) => isFor(each, namespace)))
  return unnamed.flatMap((namespace) => ofNamespace(namespace) ?? [])
}

function ofNamespace(namespace: string): Descriptor | undefined {
  if (!namespace.endsWith(':') || namespace === 'pulumi:') return undefined
  return { form: { form: 'pulumi', kind: 'resource', name: namespace.slice(0, -1) } }
}

/** Returns a program's language plugin, and the plugins that its packages need. */
async function ofProgram({ program }: NamingProject, found: Discovery): Promise<readonly Descriptor[]> {
  if (program === undefined) return []
  const { runtime, directory, place, described } = program
  const isRun = found.plugins.some(({ id }) => id === `pulumi/language-${runtime}`)
  const language: readonly Descriptor[] = isRun ? [] : [{ form: { form: 'pulumi', kind: 'language', name: runtime } }]
  const { folder, entry } = place
  const sources = { root: directory, folder, entry, options: described.runtime.options }
  return [...language, ...(await requiredPackages(runtime, sources)).map(({ descriptor }) => descriptor)]
}

/** Returns the plugins that only the state names. */
async function ofState(
  slipway: Slipway,
  project: Project,
  wanted: readonly Descriptor[],
  found: Discovery,
): Promise<readonly Descriptor[]> {
  if (isSurelyEmpty(project.folders)) return []
  const { lookWithEngine } = await import('../with-engine.ts')
  const known = new Set(wanted.map(descriptorKey))
  const locked = project.trust.isTrusted ? (lockFileOf(project.folders.project)?.entries ?? []) : []
  return await lookWithEngine(slipway, project, ignore, async (engine) => {
    const state = await engine.load(await whichInstance(engine.store, project, 'new'))
    return (state?.resources ?? []).flatMap((record) => {
      if (isPlaced(record, found)) return []
      const descriptor = recordedDescriptor(record, descriptorOfId(record.pluginId), locked)
      return descriptor === undefined || known.has(descriptorKey(descriptor)) ? [] : [descriptor]
    })
  })
}

/** True for a present plugin without an installation: in `node_modules`, or placed by hand. */
function isPlaced({ pluginId, pluginDescriptor }: ResourceRecord, { plugins }: Discovery): boolean {
  return pluginDescriptor === undefined && plugins.some(({ id }) => id === pluginId)
}

/** Removes duplicates. A descriptor with a version also covers ranges that it satisfies. */
function distinct(descriptors: readonly Descriptor[]): readonly Descriptor[] {
  const byKey = Map.groupBy(descriptors, descriptorKey)
  return descriptors.filter((each) => {
    const same = byKey.get(descriptorKey(each)) ?? []
    const range = rangeOf(each.form.form, each.version)
    const equal = same.filter(({ version }) => version === each.version)
    const isServed =
      range.exact === undefined &&
      same.some(({ form, version }) => {
        const { exact } = rangeOf(form.form, version)
        return exact !== undefined && range.fits(exact)
      })
    // Prefer a descriptor with checksums, to keep them.
    const chosen = equal.find(({ checksums }) => checksums !== undefined) ?? equal[0]
    return chosen === each && !isServed
  })
}

/** True for a plugin that the user started or that is bundled. It is not installed, whatever its source. */
function isAtHand({ form, as }: Descriptor, { plugins }: Discovery): boolean {
  const wanted = as?.id ?? idOf(form)
  return plugins.some(({ id, root, debug }) => {
    const isGiven = root.origin === 'attached' || root.origin === 'bundled' || debug?.attachPort !== undefined
    return isGiven && id === wanted
  })
}

/**
 * Returns a test for a provider of Terraform that a user has placed by hand, in a version that fits. Such a provider is used as it is, unless the
 * lock file names its bytes or the settings require its verification.
 */
function placedByHand(
  { env }: Slipway,
  { settings, folders, trust }: Project,
  { plugins, others }: Discovery,
): (descriptor: Descriptor) => boolean {
  if ((settings.text('plugins', 'verify') ?? 'none') !== 'none') return () => false
  const store = pluginStore({ env, home: folders.home }, settings)
  const locked = trust.isTrusted ? (lockFileOf(folders.project)?.entries ?? []) : []
  return (descriptor) => {
    const source = sourceOf(descriptor)
    if (source === undefined || locked.some((entry) => entry.descriptor === descriptorKey(descriptor))) return false
    const { fits } = rangeOf(descriptor.form.form, descriptor.version)
    return [...plugins, ...others].some(
      ({ id, version, file }) =>
        id === source && (descriptor.version === undefined || fits(version)) && recordOfFile(store, file) === undefined,
    )
  }
}

function idOf(form: Descriptor['form']): string | undefined {
  if (form.form === 'pulumi') return pulumiPluginId(form.kind, form.name)
  if (form.form !== 'id') return undefined
  return form.host === undefined ? form.id : `${form.host}/${form.id}`
}
