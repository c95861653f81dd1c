import {
  type CallControl,
  type LinkProvider,
  type LinkTypeDefinition,
  type UpdateIntermediariesRequest,
  type UpdateLinkedRequest,
  valueMap,
  type Value,
  type ValueMap,
} from '@slipway/model'
import type { About } from './failures.ts'
import { linkTypes } from './link-types.ts'
import type { PluginProcesses } from './plugin-processes.ts'
import type { Method } from '../moves/trouble.ts'
import { passOf, type World } from './world.ts'

/** The provider of all links. Its phases may be repeated, and change the ends, which the world keeps as wires. */
export function simulatedLinks(plugins: PluginProcesses, world: World): LinkProvider {
  return {
    validate: () => Promise.resolve([]),
    stage({ a, b, current }) {
      const [wanted, known] = [dataOf(a.resourceId, b.resourceId), current?.data ?? valueMap()]
      const changed = Object.entries(wanted).filter(([key, value]) => known[key] !== value)
      const added = changed.map(([path, next]) => ({ path, next }))
      return Promise.resolve({ modified: [], added, removed: [], unchanged: [], knownOnDeploy: [] })
    },
    updateResource(request, control) {
      const { linkId: owner, end: phase, action, resource, other } = request
      const [to, isUndone] = [resource.resourceId, action === 'destroy']
      const ends = phase === 'a' ? [resource.resourceId, other.resourceId] : [other.resourceId, resource.resourceId]
      const data = dataOf(ends[0] ?? '', ends[1] ?? '')
      const answer = () => ({ data, mappings: {} })
      return plugins.call({
        about: aboutOf('wire', request),
        wish: () => ({ kind: 'wire', owner, phase, to, isUndone }),
        answer,
        control,
      })
    },
    updateIntermediaries(request: UpdateIntermediariesRequest, control?: CallControl) {
      const { linkId: owner, action } = request
      const isGoing = action === 'destroy'
      const to = passOf(owner)
      const made = { resourceId: to, type: 'sim/pass', status: 'created', spec: valueMap() } as const
      const answer = () => ({ data: valueMap(), mappings: {}, intermediaries: isGoing ? [] : [made] })
      return plugins.call({
        about: aboutOf('wire', request),
        wish: () => ({ kind: 'wire', owner, phase: 'intermediaries', to, isUndone: isGoing }),
        answer,
        control,
      })
    },
    intermediaryStates(request, control) {
      const { current, linkId } = request
      const isThere = (): boolean => world.wires.get(linkId)?.intermediaries !== undefined
      const answer = (): Record<string, ValueMap | undefined> =>
        Object.fromEntries(
          current.intermediaries.map(({ resourceId, spec }) => [resourceId, isThere() ? spec : undefined]),
        )
      return plugins.call({ about: aboutOf('read', request), answer, control })
    },
  }
}

type Named = Pick<UpdateLinkedRequest, 'linkId' | 'linkName' | 'type'>

function aboutOf(method: Method, { type, linkId, linkName }: Named): About {
  return { method, type, name: linkName, resourceId: linkId, secret: undefined }
}

function dataOf(a: string, b: string): Record<string, Value> & ValueMap {
  return valueMap([
    ['from', a],
    ['to', b],
  ])
}

export function linkTypeOf(a: string, b: string): LinkTypeDefinition {
  const found = linkTypes[`${a}::${b}`]
  if (found === undefined) throw new Error(`there is no link from ${a} to ${b}`)
  return found
}
