import { containsSecret, Failure, type Value, type ValueMap, valueMap } from '@slipway/model'
import type { ChildRecord, InstanceState, LinkRecord, ResourceRecord } from '@slipway/stores'
import type { CheckedBlueprint, CheckedExport, CheckedLink, CheckedResource } from '../../check/checked.ts'
import type { Expression, Origin } from '../../language/expression.ts'
import type { Providers } from '../../providers/providers.ts'
import { existenceOf, isAbsent, mayExist } from '../../reality/recorded/life-cycle.ts'
import { somewhere } from '../../reality/recorded/half-done.ts'
import { hasNoContainer } from '../../reality/recorded/stands-in.ts'
import { withoutComputed } from '../../spec/without-computed.ts'
import { isOfBlueprint } from '../match/made-by-plugins.ts'
import { computedTexts, readAgain, readTexts, type ReadTexts, tellsOf } from '../match/what-it-reads.ts'

/**
 * A blueprint that wants the state of an earlier moment: each resource as it was then, and nothing else. Computed values are left out. A
 * property that had read one reads it again.
 *
 * @param state absent if there was nothing
 * @throws Failure `engine/no-rollback` if a record cannot be read, or no provider knows its type any more
 */
export function blueprintFromState(state: InstanceState | undefined, providers: Providers): CheckedBlueprint {
  const { instance, resources = [], links = [], children = [], damaged = [] } = state ?? {}
  if (damaged.length > 0) throw noRollback('some records cannot be read')
  const wanted = wantedBefore(resources)
  const names = new Set(wanted.map(({ name }) => name))
  const types = new Map(wanted.map(({ name, type }) => [name, type]))
  // A reader that was half-way from an old generation to the next knows one of the two, and will read the generation that stays.
  const byId = new Map(resources.flatMap((one) => (types.get(one.name) === one.type ? [[one.id, one] as const] : [])))
  const old = new Set(resources.flatMap(({ id, replaced }) => (replaced ? [id] : [])))
  const nameOf = new Map(resources.map(({ id, name }) => [id, name]))
  // A resource does not read a resource that did not exist when the reader was made. A later resource of that name is a different resource. A
  // resource does not read itself either: an old generation with its name stays as it is.
  const neededBy = ({ reads, name }: ResourceRecord): ReadonlySet<string> =>
    new Set(reads.map((id) => nameOf.get(id) ?? '').filter((other) => other !== name)).intersection(names)
  const readBy = ({ reads, name }: ResourceRecord): ReadTexts =>
    readTexts(
      reads.flatMap((id) => {
        const record = byId.get(id)
        return record === undefined || record.name === name ? [] : textsOf(record)
      }),
    )
  const textsOf = (record: ResourceRecord): ReturnType<typeof computedTexts> => {
    const definition = providers.type(record.type)
    return definition === undefined ? [] : computedTexts(record, definition)
  }
  const textsHere = wanted.flatMap(textsOf)
  const readHere = readTexts(textsHere)
  const known = new Set(textsHere.map(([text]) => text))
  const oldTexts = resources
    .filter((record) => record.replaced && mayExist(record))
    .flatMap((record) => textsOf(record).map(([text]) => ({ text, record })))
    .filter(({ text }) => !known.has(text))
  // The text may be in a property whose changes are ignored. Only a blueprint could say so, so the old generation stays.
  const stillTold = ({ type, name, spec }: ResourceRecord): readonly string[] => {
    const schema = oldTexts.length === 0 ? undefined : providers.type(type)?.schema
    if (schema === undefined) return []
    const said = withoutComputed(schema, spec)
    return oldTexts.flatMap(({ text, record }) => (record.name !== name && tellsOf(said, text) ? [record.id] : []))
  }
  const resourceAgain = (record: ResourceRecord): CheckedResource => {
    const home = homeOf(record, names, byId)
    const read = home === undefined ? record.reads : [...record.reads, home]
    const alsoReads = [...new Set([...read.filter((id) => old.has(id)), ...stillTold(record)])]
    return {
      ...wantedAgain(record, neededBy(record), readBy(record), providers),
      again: { home, alsoReads, wasInDoubt: existenceOf(record) === 'doubtful' },
    }
  }
  return {
    ...emptyBlueprint,
    file: instance?.blueprintFile ?? '',
    hash: () => instance?.blueprintHash ?? '',
    resources: new Map(wanted.map((record) => [record.name, resourceAgain(record)])),
    exports: exportsOf(instance?.exports ?? valueMap(), readHere),
    ...(links.length > 0 && { links: links.flatMap((link) => linkAgain(link, names, providers)) }),
    ...(children.length > 0 && { children: childrenAgain(children, readHere) }),
  }
}

/** The parts of a blueprint that are never recorded. */
const emptyBlueprint = { variables: new Map(), values: new Map(), dataSources: new Map() } as const

function childrenAgain(children: readonly ChildRecord[], read: ReadTexts): NonNullable<CheckedBlueprint['children']> {
  return new Map(
    children.map(({ name, blueprintFile: file, blueprintHash: hash, exports }) => [
      name,
      { file, hash, exports: exportsOf(exports, read) },
    ]),
  )
}

/** Leaves out members whose container was already gone at that moment. These members were gone as well, and have no container. */
function wantedBefore(resources: readonly ResourceRecord[]): readonly ResourceRecord[] {
  const ids = new Set(resources.map(({ id }) => id))
  const isGone = (record: ResourceRecord): boolean => hasNoContainer(record, (id) => ids.has(id))
  return resources.filter((record) => isOfBlueprint(record) && !record.replaced && wasWanted(record) && !isGone(record))
}

function wasWanted(record: ResourceRecord): boolean {
  return existenceOf(record) !== 'none' && !isAbsent(record)
}

/** The id of the record's container, if the container's name then belonged to another resource or to none. */
function homeOf(
  { options, standsIn = [] }: ResourceRecord,
  wanted: ReadonlySet<string>,
  generations: ReadonlyMap<string, ResourceRecord>,
): string | undefined {
  const container = options?.deletedWith
  const last = standsIn.at(-1)
  if (container === undefined) return undefined
  const isThere = wanted.has(container) && (last === undefined || generations.get(last)?.name === container)
  return isThere ? undefined : (last ?? somewhere)
}

function wantedAgain(
  record: ResourceRecord,
  needed: ReadonlySet<string>,
  read: ReadTexts,
  providers: Providers,
): CheckedResource {
  const { name, type, spec, metadata, description, dependsOn, removalPolicy, options, triggers } = record
  const definition = providers.type(type)
  if (definition === undefined) throw noRollback(`no provider knows ${type}, the type of ${name}`)
  const { displayName, labels = {}, annotations, custom } = metadata ?? {}
  return {
    name,
    type,
    definition,
    spec: readAgain(withoutComputed(definition.schema, spec), read),
    labels,
    dependsOn: dependsOn.filter((other) => needed.has(other)),
    removalPolicy,
    sameAs: record.id,
    origin,
    // Going back lifts protection that was not there before.
    options: { ...options, protect: options?.protect === true },
    ...(triggers && { demands: { ...demandsNothing, triggers: triggers.map((each) => readAgain(each, read)) } }),
    metadata: {
      ...(displayName === undefined ? {} : { displayName: literal(displayName) }),
      ...(annotations === undefined ? {} : { annotations: literal(annotations) }),
      ...(custom === undefined ? {} : { custom: literal(custom) }),
    },
    ...(description === undefined ? {} : { description: literal(description) }),
  }
}

function linkAgain(link: LinkRecord, names: ReadonlySet<string>, providers: Providers): readonly CheckedLink[] {
  const { name, type, a, b } = link
  const provided = providers.link(type)
  if (!names.has(a.name) || !names.has(b.name)) return []
  if (provided === undefined) throw noRollback(`no provider knows ${type}, the type of the link ${name}`)
  const { definition, namespace } = provided
  return [{ name, a: a.name, b: b.name, type, definition, namespace, origin }]
}

/** An export that came from a resource reads the resource again. Secrets stay as they are, because a reference would lose the mark. */
function exportsOf(exports: ValueMap, read: ReadTexts): ReadonlyMap<string, CheckedExport> {
  return new Map(
    Object.entries(exports).map(([name, value]) => [
      name,
      { name, type: 'string', expression: containsSecret(value) ? literal(value) : readAgain(value, read) },
    ]),
  )
}

const origin: Origin = { start: 0, end: 0 }

/** Conditions that held then need not hold now. */
const demandsNothing = { preconditions: [], postconditions: [] }

function literal(value: Value): Expression {
  return { kind: 'literal', value, origin }
}

function noRollback(why: string): Failure {
  return new Failure('engine/no-rollback', `nothing could be rolled back: ${why}`, {
    hint: 'finished steps are recorded; slipway up continues from there',
  })
}
