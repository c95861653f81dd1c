import { decode } from '@slipway/protocol'
import { monitor } from '@slipway/protocol/pulumi'
import type { ComponentRequest } from '../monitor/requests/remote-components.ts'
import { durationText } from '../values/seconds.ts'

/** The options of a component. */
export interface ComponentWishes {
  readonly isProtected?: boolean
  /** True if the things are kept when the component is no longer wanted. */
  readonly isKept?: boolean
  readonly ignoreChanges?: readonly string[]
  readonly replaceOnChanges?: readonly string[]
  readonly isDestroyedFirst?: boolean
  /** Its former names, each in a stack. */
  readonly formerNames: readonly { readonly name: string; readonly stack: string }[]
  /** URNs of its dependencies. */
  readonly dependencies: readonly string[]
  /** URNs of dependencies by input. */
  readonly inputDependencies: Readonly<Record<string, readonly string[]>>
  /** URN of its container. */
  readonly deletedWith?: string
  /** Milliseconds. */
  readonly timeouts?: Readonly<Partial<Record<'create' | 'update' | 'destroy' | 'read', number>>>
}

/** The registration request that a program would make. */
export function registrationOf(wishes: ComponentWishes): Omit<ComponentRequest, 'inputs'> {
  const { isProtected, isKept, ignoreChanges = [], replaceOnChanges = [], isDestroyedFirst, deletedWith = '' } = wishes
  const properties = Object.entries(wishes.inputDependencies)
  return {
    ...noRegistration,
    remote: true,
    protect: isProtected,
    retainOnDelete: isKept,
    ignoreChanges: [...ignoreChanges],
    replaceOnChanges: [...replaceOnChanges],
    deleteBeforeReplaceDefined: isDestroyedFirst !== undefined,
    deleteBeforeReplace: isDestroyedFirst === true,
    aliases: wishes.formerNames.map((former) => ({ urn: undefined, spec: { ...noSpec, ...former } })),
    dependencies: [...wishes.dependencies],
    propertyDependencies: Object.fromEntries(properties.map(([name, urns]) => [name, { urns: [...urns] }])),
    deletedWith,
    customTimeouts: wishes.timeouts && timeoutsOf(wishes.timeouts),
  }
}

const noRegistration = decode(monitor.RegisterResourceRequest, new Uint8Array())

const noSpec = { name: '', type: '', stack: '', project: '', parentUrn: undefined, noParent: undefined }

function timeoutsOf({ create, update, destroy, read }: NonNullable<ComponentWishes['timeouts']>) {
  return { create: durationOf(create), update: durationOf(update), delete: durationOf(destroy), read: durationOf(read) }
}

function durationOf(ms: number | undefined): string {
  return ms === undefined ? '' : durationText(ms / 1000)
}
