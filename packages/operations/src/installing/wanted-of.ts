import { basename, dirname } from 'node:path'
import { askedRange, type Blueprint, isByKey } from '@slipway/engine'
import { packagesIn, pulumiPluginId } from '@slipway/host'
import { type Descriptor, descriptorKey, isUnlikePath } from '@slipway/installer'
import { Failure, parsePluginId } from '@slipway/model'
import { isAddress } from '../loading/child-sources.ts'
import { readWithChildren } from '../loading/read-blueprint.ts'
import { keysInScripts } from '../named-plugins/named-in-scripts.ts'
import { type NamedSource, namedSource } from '../named-plugins/named-sources.ts'
import { descriptorOfId } from '../plugins/descriptor-of-id.ts'
import { packDescriptor } from '../plugins/policy-packs.ts'
import { servedPackages } from '../plugins/served-packages.ts'
import { namespacesOf, wantedDescriptor } from '../plugins/wanted-descriptor.ts'
import type { Project } from '../project/project.ts'
import type { Setting, Settings } from '../settings/settings.ts'
import type { Slipway } from '../slipway.ts'
import { lockFileOf } from './lock-of.ts'
import { isFromRegistry } from './recorded-descriptor.ts'

export type NamingProject = Pick<Project, 'settings' | 'folders' | 'files' | 'trust'> & {
  readonly blueprint?: Project['blueprint']
  readonly program?: Project['program'] | undefined
}

/** A plugin that a project names, and the place of the name. */
export interface Wanted {
  readonly descriptor: Descriptor
  /** The place: `shop.blueprint.yaml:4`, `Pulumi.yaml`, or `plugins.pin` in a settings file. */
  readonly place: string
  /** The name that the project gives to the plugin: the namespace of its types, or the name of its package. Absent: the project gives no name. */
  readonly key?: string
}

/**
 * Returns the plugins that a project names: in `metadata.slipway.plugins` of its blueprint and included children, in `packages` of its Pulumi.yaml,
 * and in `plugins.packages` and `plugins.pin` of its settings. Fails if one of these files is unreadable.
 */
export async function wantedOf(slipway: Slipway, project: NamingProject): Promise<readonly Wanted[]> {
  return wantedIn(project, await blueprintOf(slipway, project))
}

export function wantedIn(project: NamingProject, blueprint: Blueprint | undefined): readonly Wanted[] {
  const { settings } = project
  return [
    ...(blueprint === undefined ? [] : ofBlueprints(blueprint, project)),
    ...ofPackages(project),
    ...ofServed(settings),
    ...ofPolicyPacks(project),
    ...settings.ofProject.flatMap(ofSetting),
    ...ofStacks(project),
  ]
}

/** Returns the project's blueprint with its included children, as far as they are readable now. */
export async function blueprintOf(slipway: Slipway, project: NamingProject): Promise<Blueprint | undefined> {
  const { blueprint } = project
  return blueprint === undefined ? undefined : await readWithChildren(slipway, { ...project, blueprint })
}

function ofBlueprints(blueprint: Blueprint, project: NamingProject): readonly Wanted[] {
  const texts = blueprint.parts?.map((part) => part.blueprint) ?? [blueprint]
  // A child that is included twice counts once.
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
    // A text from a server may name only plugins from registries, because the folder does not belong to the server.
    if (isFetched && !isFromRegistry(descriptor) && !isLocked(descriptor, folders.project, trust.isTrusted)) return []
    return [isKey ? { descriptor, place, key: id.value } : { descriptor, place }]
  })
}

function isLocked(descriptor: Descriptor, folder: string, isTrusted: boolean): boolean {
  const entries = isTrusted ? (lockFileOf(folder)?.entries ?? []) : []
  return entries.some((entry) => entry.descriptor === descriptorKey(descriptor))
}

/** Reads a descriptor in a file. A failure names the place. */
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

function ofPackages({ program }: NamingProject): readonly Wanted[] {
  const list = program === undefined ? [] : packagesIn(program.described.packages, program.directory)
  return list.map(({ name, descriptor }) => {
    const place = 'packages of Pulumi.yaml'
    // A repository or a folder does not reveal its package.
    return descriptor.form.form === 'pulumi' ? { descriptor, place } : { descriptor, place, key: name }
  })
}

/** Returns policy packs other than paths, with their text as the key. */
function ofPolicyPacks({ settings, folders }: NamingProject): readonly Wanted[] {
  const texts = settings.list('policyPacks').filter(isUnlikePath)
  return texts.map((key) => ({ descriptor: packDescriptor(key, folders.project), place: 'policyPacks', key }))
}

/** Returns the plugins that serve packages other than their own. */
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

/** Returns the plugins to which the stacks of a project give keys. */
function ofStacks({ folders }: NamingProject): readonly Wanted[] {
  return keysInScripts(folders.project).map(({ key, descriptor, file, line }) => ({
    descriptor,
    place: `${basename(file)}:${line}`,
    key,
  }))
}

/** Returns the plugins that a project names under keys of its own. */
export async function namedSourcesOf(slipway: Slipway, project: NamingProject): Promise<readonly NamedSource[]> {
  const wanted = await wantedOf(slipway, project)
  return wanted.flatMap(({ key, descriptor }) => (key === undefined ? [] : (namedSource(key, descriptor) ?? [])))
}

/** Returns the possible namespaces of each plugin that a project names. */
export async function namedBy(slipway: Slipway, project: NamingProject): Promise<readonly (readonly string[])[]> {
  const named = (await wantedOf(slipway, project)).filter(
    ({ descriptor, key, place }) =>
      place !== 'policyPacks' && (descriptor.form.form !== 'terraform' || key !== undefined),
  )
  return named.map(({ descriptor, key }) =>
    key === undefined ? [namespaceOfDescriptor(descriptor) ?? []].flat() : namespacesOf(descriptor, key),
  )
}

/** True if a wanted plugin serves the namespace, under the project's key or its own name. */
export function isFor({ descriptor, key }: Wanted, namespace: string): boolean {
  return key === undefined
    ? namespaceOfDescriptor(descriptor) === namespace
    : key === namespace || namespacesOf(descriptor, key).includes(namespace)
}

/** Returns the namespace of a plugin's types, if its name reveals the namespace; the id for a plugin without types. */
function namespaceOfDescriptor({ form, as }: Descriptor): string | undefined {
  if (as !== undefined) return parsePluginId(as.id)?.plugin
  if (form.form === 'id') return parsePluginId(form.id)?.plugin
  if (form.form !== 'pulumi') return undefined
  return form.kind === 'resource' ? `${form.name}:` : pulumiPluginId(form.kind, form.name)
}
