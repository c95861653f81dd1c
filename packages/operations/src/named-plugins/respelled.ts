import type { CheckedBlueprint } from '@slipway/engine'
import type { InstanceState, ResourceRecord } from '@slipway/stores'
import { type NamedSource, type NamedSources, proposedKey, sourcesInScripts } from './named-sources.ts'

/** Returns the type of the resource that the project declares under a name; `undefined` if the project declares none. */
type DeclaredType = (record: Pick<ResourceRecord, 'name'>) => string | undefined

const undeclared: DeclaredType = () => undefined

/**
 * Returns a state in which the types of Terraform providers begin with the keys of this project. A record keeps the source of its provider and the
 * type's own name; the key before that name is only the spelling of the project that wrote the record.
 */
export function respelled(
  state: InstanceState,
  named: Pick<NamedSources, 'get' | 'keysOf'>,
  blueprint?: CheckedBlueprint,
): InstanceState {
  const declared = blueprint === undefined ? undeclared : declaredTypes(blueprint)
  const spell = (record: ResourceRecord): ResourceRecord => {
    const type = typeNow(record, named, declared)
    return type === record.type ? record : { ...record, type }
  }
  if (!state.resources.some(isNamedByProject) && !state.intents.some(({ resource }) => isNamedByProject(resource)))
    return state
  return {
    ...state,
    resources: state.resources.map(spell),
    intents: state.intents.map((intent) => ({ ...intent, resource: spell(intent.resource) })),
  }
}

/** Finds the types that a blueprint declares, also for resources that are recorded under former names. */
function declaredTypes({ resources, moved = [] }: CheckedBlueprint): DeclaredType {
  const now = new Map<string, string>()
  for (const { name, options } of resources.values()) for (const former of options?.aliases ?? []) now.set(former, name)
  const nameNow = (name: string): string => {
    const alias = now.get(name)
    if (alias !== undefined) return alias
    const move = moved.find(({ from }) => name === from || name.startsWith(`${from}/`))
    return move === undefined ? name : move.to + name.slice(move.from.length)
  }
  return ({ name }) => (resources.get(name) ?? resources.get(nameNow(name)))?.type
}

/** True for a record whose type begins with a key. */
export function isNamedByProject({ pluginDescriptor }: Pick<ResourceRecord, 'pluginDescriptor'>): boolean {
  return pluginDescriptor?.startsWith('terraform:') === true
}

/** Splits a type into the key and the type's own name. */
export function partsOfType(type: string): readonly [key: string, own: string] {
  const slash = type.indexOf('/')
  return [type.slice(0, slash), type.slice(slash + 1)]
}

function typeNow(record: ResourceRecord, named: Pick<NamedSources, 'get' | 'keysOf'>, declared: DeclaredType): string {
  if (!isNamedByProject(record)) return record.type
  const { pluginId: source } = record
  const [key, own] = partsOfType(record.type)
  const wanted = declared(record)
  if (wanted !== undefined) {
    const [wantedKey, wantedOwn] = partsOfType(wanted)
    if (wantedOwn === own && named.get(wantedKey)?.source === source) return wanted
  }
  if (named.get(key)?.source === source) return record.type
  const [first] = named.keysOf(source)
  return first === undefined ? record.type : `${first}/${own}`
}

/**
 * Yields the keys for the records of a state, as far as they are known before a stack runs. The caller must add each group of keys before it asks
 * for the next group.
 *
 * @param folder of the project, which may have stacks
 */
export function* sourcesOfState(
  { resources }: InstanceState,
  named: Pick<NamedSources, 'get' | 'keysOf'>,
  folder: string,
): Generator<readonly NamedSource[]> {
  if (!resources.some(isNamedByProject)) return
  yield sourcesInScripts(folder)
  yield sourcesOfRecords(resources, named)
}

/**
 * The keys that only records have. Such a key stands for a configuration that the project no longer names. If the project has other keys for the
 * whole source, it has renamed the old keys.
 */
export function sourcesOfRecords(
  records: readonly ResourceRecord[],
  named: Pick<NamedSources, 'get' | 'keysOf'>,
): readonly NamedSource[] {
  const bySource = Map.groupBy(records.filter(isNamedByProject), ({ pluginId }) => pluginId)
  const found = new Map<string, NamedSource>()
  for (const [source, ofSource] of bySource) {
    const keys = new Set(ofSource.map(({ type }) => partsOfType(type)[0]))
    const known = named.keysOf(source)
    if (known.length > 0 && !known.some((key) => keys.has(key))) continue
    for (const key of keys) {
      if (named.get(key)?.source === source) continue
      const isTaken = (each: string): boolean => named.get(each) !== undefined || found.has(each)
      const free = isTaken(key) ? proposedKey(source, isTaken) : key
      found.set(free, { key: free, source, fits: () => true })
    }
  }
  return [...found.values()]
}
