import { mayExist } from '@slipway/engine'
import { Failure, type ValueMap } from '@slipway/model'
import type { InstanceState, ResourceRecord, StateChange } from '@slipway/stores'
import { nameTaken, renaming } from './renaming.ts'

/** The type of a stack's own resource. Copied from `@slipway/programs`, which is loaded only for programs. */
const stackType = 'pulumi:pulumi:Stack'

export interface RenamedInProgram {
  readonly changes: readonly StateChange[]
  /** The new recorded name, or the URN of the resource if the name stays the same. */
  readonly to: string
}

/** True for an instance of a program. False for an instance of a blueprint, even with components of Pulumi plugins. */
export function isOfProgram({ resources }: InstanceState): boolean {
  return resources.some(({ type }) => type === stackType)
}

/** Returns the record with a URN, if any. */
export function recordOfUrn({ resources }: InstanceState, urn: string): ResourceRecord | undefined {
  return resources.find(({ spec, replaced }) => spec['urn'] === urn && !replaced)
}

/**
 * Renames a resource of a program, which finds its resources by URN. The new name is a name in the program, or a whole URN to change the
 * parent, too. All references to the resource follow.
 *
 * @throws Failure `state/name-taken`, `state/bad-name`
 */
export async function renamingInProgram(
  state: InstanceState,
  resource: ResourceRecord,
  wanted: string,
): Promise<RenamedInProgram> {
  const { movedUrns, recordedResource, withMovedUrns, shortNameOf } = await import('@slipway/programs')
  const { urn: from } = recordedResource(resource.spec)
  const urn = await urnFor(from, wanted)
  const holder = recordOfUrn(state, urn)
  if (holder !== undefined && mayExist(holder)) throw nameTaken(state.instance.name, holder)
  const records = [...state.resources, ...state.intents.map((intent) => intent.resource)]
  const moved = movedUrns(
    records.map(({ spec }) => spec),
    from,
    urn,
  )
  const told = <T extends { readonly spec: ValueMap }>(record: T): T => {
    const spec = withMovedUrns(record.spec, moved)
    return spec === record.spec ? record : { ...record, spec }
  }
  const resources = state.resources.map(told)
  const intents = state.intents.map((intent) => {
    const now = told(intent.resource)
    return now === intent.resource ? intent : { ...intent, resource: now }
  })
  const short = shortNameOf(urn)
  const isFree = !records.some(({ name }) => name === short)
  const byName = isFree ? renaming({ ...state, resources, intents }, resource.name, short) : []
  const named = new Set(byName.flatMap((change) => (change.kind === 'resource' ? [change.resource.id] : [])))
  const ended = new Set(byName.flatMap((change) => (change.kind === 'end' ? [change.intentId] : [])))
  const changes: StateChange[] = [
    ...byName,
    ...resources.flatMap((record, at): StateChange[] =>
      record === state.resources[at] || named.has(record.id) ? [] : [{ kind: 'resource', resource: record }],
    ),
    ...intents.flatMap((intent, at): StateChange[] =>
      intent === state.intents[at] || ended.has(intent.id)
        ? []
        : [
            { kind: 'end', intentId: intent.id },
            { kind: 'begin', intent },
          ],
    ),
  ]
  return { changes, to: isFree ? short : urn }
}

async function urnFor(from: string, wanted: string): Promise<string> {
  const { formatUrn, ownType, parseUrn } = await import('@slipway/programs')
  const before = parseUrn(from)
  const isUrn = wanted.startsWith('urn:pulumi:')
  const after = isUrn ? parseUrn(wanted) : before && { ...before, name: wanted }
  if (before === undefined || after === undefined || after.name === '' || wanted.length > 1000)
    throw badName(wanted, 'give its name in the program, or its whole URN')
  if (after.project !== before.project || after.stack !== before.stack)
    throw badName(wanted, `a resource stays in its stack, ${before.project}/${before.stack}`)
  if (ownType(after) !== ownType(before)) throw badName(wanted, `a resource keeps its type, ${ownType(before)}`)
  return formatUrn(after)
}

function badName(wanted: string, hint: string): Failure {
  return new Failure('state/bad-name', `${JSON.stringify(wanted.slice(0, 300))} cannot be the name of the resource`, {
    hint,
  })
}
