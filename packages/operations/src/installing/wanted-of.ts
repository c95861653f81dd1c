import { basename, dirname } from 'node:path'
import { askedRange, type Blueprint, isByKey } from '@slipway/engine'
import { type Discovery, packagesIn, pulumiPluginId, requiredPackages } from '@slipway/host'
import { type Descriptor, descriptorKey, isUnlikePath, rangeOf } from '@slipway/installer'
import { Failure, namespaceOf, parsePluginId } from '@slipway/model'
import type { ResourceRecord } from '@slipway/stores'
import { ignore } from '../events.ts'
import { isAddress } from '../loading/child-sources.ts'
import { readWithChildren } from '../loading/load-blueprint.ts'
import { descriptorOfId } from '../plugins/descriptor-of-id.ts'
import { findPlugins } from '../plugins/find-plugins.ts'
import { packDescriptor } from '../plugins/policy-packs.ts'
import { servedPackages } from '../plugins/served-packages.ts'
import { namespacesOf, wantedDescriptor } from '../plugins/wanted-descriptor.ts'
import type { Project } from '../project/project.ts'
import { isSurelyEmpty } from '../store/state-driver.ts'
import { whichInstance } from '../project/which-instance.ts'
import type { Setting, Settings } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { lockFileOf } from './lock-of.ts'
import { isFromRegistry, recordedDescriptor } from './recorded-descriptor.ts'

export type NamingProject = Pick<Project, 'settings' | 'folders' | 'files' | 'trust'> & {
  readonly blueprint?: Project['blueprint']
  readonly program?: Project['program'] | undefined
}

/** A plugin that a project names itself, and where it does. */
export interface Wanted {
  readonly descriptor: Descriptor
  /** `shop.blueprint.yaml:4`, `Pulumi.yaml`, `plugins.pin` in a settings file */
  readonly place: string
  /** The name that the project gives it, if it does: the namespace of its types, the name of its package. */
  readonly key?: string
}

/**
 * The plugins that a project names itself: `metadata.slipway.plugins` of its blueprint and of the children that it includes, `packages` of its
 * Pulumi.yaml, and `plugins.packages` and `plugins.pin` of its settings. Fails as reading these files does.
 */
export async function wantedOf(slipway: Slipway, project: NamingProject): Promise<readonly Wanted[]> {
  return wantedIn(project, await blueprintOf(slipway, project))
}

function wantedIn(project: NamingProject, blueprint: Blueprint | undefined): readonly Wanted[] {
  const { settings } = project
  return [
    ...(blueprint === undefined ? [] : ofBlueprints(blueprint, project)),
    ...ofPackages(project),
    ...ofServed(settings),
    ...ofPolicyPacks(project),
    ...settings.ofProject.flatMap(ofSetting),
  ]
}

/** With the children that it includes, as far as they can be read here and now. */
async function blueprintOf(slipway: Slipway, project: NamingProject): Promise<Blueprint | undefined> {
  const { blueprint } = project
  return blueprint === undefined ? undefined : await readWithChildren(slipway, { ...project, blueprint })
}

/** All that a project, its program and its state need, and that is not attached or came with Slipway. */
export async function neededByProject(slipway: Slipway, project: Project): Promise<readonly Descriptor[]> {
  return (await neededAndRecorded(slipway, project)).wanted
}

/** The same, with those of them that only the state names. */
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
  const all = distinct([...wanted, ...recorded]).filter((descriptor) => !isAtHand(descriptor, found))
  return { wanted: all, recorded: all.filter((descriptor) => recorded.includes(descriptor)) }
}

function ofBlueprints(blueprint: Blueprint, project: NamingProject): readonly Wanted[] {
  const texts = blueprint.parts?.map((part) => part.blueprint) ?? [blueprint]
  // A child that is used twice is read once.
  return [...new Set(texts)].flatMap((text) => ofBlueprint(text, project))
}

function ofBlueprint({ plugins = [], source }: Blueprint, { folders, trust }: NamingProject): readonly Wanted[] {
  const isFetched = isAddress(source.file)
  const cwd = isFetched ? folders.project : dirname(source.file)
  return plugins.flatMap((declaration): readonly Wanted[] => {
    const { id, asked } = declaration
    const { line } = source.position(asked.origin.start)
    const place = `${basename(source.file)}:${line}`
    const isKey = isByKey(declaration)
    const written = isKey ? asked.value : `${id.value}@${askedRange(declaration)}`
    const descriptor = placed(place, () => wantedDescriptor(written, cwd))
    // A server wrote it, and the folder is not its own: it may name what a registry has, and no other place.
    if (isFetched && !isFromRegistry(descriptor) && !isLocked(descriptor, folders.project, trust.isTrusted)) return []
    return [isKey ? { descriptor, place, key: id.value } : { descriptor, place }]
  })
}

function isLocked(descriptor: Descriptor, folder: string, isTrusted: boolean): boolean {
  const entries = isTrusted ? (lockFileOf(folder)?.entries ?? []) : []
  return entries.some((entry) => entry.descriptor === descriptorKey(descriptor))
}

/** Reads a descriptor of a file; the failure says where it is. */
function placed(place: string, read: () => Descriptor): Descriptor {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    throw new Failure(error.code, `${place}: ${error.message}`, {
      cause: error,
      ...(error.hint !== undefined && { hint: error.hint }),
    })
  }
}

/** The types of Pulumi name their plugins, where the project does not: `random:index/randomPet:RandomPet`. */
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

function ofPackages({ program }: NamingProject): readonly Wanted[] {
  const list = program === undefined ? [] : packagesIn(program.described.packages, program.directory)
  return list.map(({ name, descriptor }) => {
    const place = 'packages of Pulumi.yaml'
    // A repository or a folder does not say which package it has.
    return descriptor.form.form === 'pulumi' ? { descriptor, place } : { descriptor, place, key: name }
  })
}

/** Policy packs that are not paths; each is known by its text. */
function ofPolicyPacks({ settings, folders }: NamingProject): readonly Wanted[] {
  const texts = settings.list('policyPacks').filter(isUnlikePath)
  return texts.map((key) => ({ descriptor: packDescriptor(key, folders.project), place: 'policyPacks', key }))
}

/** The plugins that are made to serve packages which are not their own. */
function ofServed(settings: Settings): readonly Wanted[] {
  return [...servedPackages(settings)].flatMap(([name, { plugin, isExtension }]) => {
    const descriptor = isExtension ? undefined : descriptorOfId(plugin)
    return descriptor === undefined ? [] : [{ descriptor, place: `plugins.packages.${name}`, key: name }]
  })
}

function ofSetting({ path, value }: Setting): readonly Wanted[] {
  const [group, key, id = ''] = path
  if (group !== 'plugins' || key !== 'pin' || typeof value !== 'string') return []
  const descriptor = descriptorOfId(id)
  const place = `plugins.pin."${id}"`
  return descriptor === undefined ? [] : [{ descriptor: { ...descriptor, version: value }, place }]
}

/** Its language plugin, and what its own packages say that they need. */
async function ofProgram({ program }: NamingProject, found: Discovery): Promise<readonly Descriptor[]> {
  if (program === undefined) return []
  const { runtime, directory, place, described } = program
  const isRun = found.plugins.some(({ id }) => id === `pulumi/language-${runtime}`)
  const language: readonly Descriptor[] = isRun ? [] : [{ form: { form: 'pulumi', kind: 'language', name: runtime } }]
  const { folder, entry } = place
  const sources = { root: directory, folder, entry, options: described.runtime.options }
  return [...language, ...(await requiredPackages(runtime, sources)).map(({ descriptor }) => descriptor)]
}

/** The plugins that only the state names. */
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

/** No installation has made it, and it is there: in `node_modules`, or placed by hand. */
function isPlaced({ pluginId, pluginDescriptor }: ResourceRecord, { plugins }: Discovery): boolean {
  return pluginDescriptor === undefined && plugins.some(({ id }) => id === pluginId)
}

/** For each plugin that a project names: the namespaces that it may have there. Slipway does not speak to those of Terraform yet. */
export async function namedBy(slipway: Slipway, project: NamingProject): Promise<readonly (readonly string[])[]> {
  const named = (await wantedOf(slipway, project)).filter(
    ({ descriptor, place }) => descriptor.form.form !== 'terraform' && place !== 'policyPacks',
  )
  return named.map(({ descriptor, key }) =>
    key === undefined ? [namespaceOfDescriptor(descriptor) ?? []].flat() : namespacesOf(descriptor, key),
  )
}

/** Under a key that the project has chosen, or by its own name. */
export function isFor({ descriptor, key }: Wanted, namespace: string): boolean {
  return key === undefined
    ? namespaceOfDescriptor(descriptor) === namespace
    : key === namespace || namespacesOf(descriptor, key).includes(namespace)
}

/** The namespace of the types that it serves, as far as its name says it; the id of one that has no types. */
function namespaceOfDescriptor({ form, as }: Descriptor): string | undefined {
  if (as !== undefined) return parsePluginId(as.id)?.plugin
  if (form.form === 'id') return parsePluginId(form.id)?.plugin
  if (form.form !== 'pulumi') return undefined
  return form.kind === 'resource' ? `${form.name}:` : pulumiPluginId(form.kind, form.name)
}

/** Two that mean the same are one: one that names a version stands for a range that it fits. */
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
    // Checksums are not lost.
    const chosen = equal.find(({ checksums }) => checksums !== undefined) ?? equal[0]
    return chosen === each && !isServed
  })
}

/** Somebody has started it himself, or it came with Slipway. Wherever it could be had from, it is not installed then. */
function isAtHand({ form, as }: Descriptor, { plugins }: Discovery): boolean {
  const wanted = as?.id ?? idOf(form)
  return plugins.some(({ id, root, debug }) => {
    const isGiven = root.origin === 'attached' || root.origin === 'bundled' || debug?.attachPort !== undefined
    return isGiven && id === wanted
  })
}

function idOf(form: Descriptor['form']): string | undefined {
  if (form.form === 'pulumi') return pulumiPluginId(form.kind, form.name)
  if (form.form !== 'id') return undefined
  return form.host === undefined ? form.id : `${form.host}/${form.id}`
}
