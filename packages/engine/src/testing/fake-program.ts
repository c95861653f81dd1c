import { type Draft, fakeResource, ref, type ResourceDraft } from './fake-blueprint.ts'
import type { Program } from '../run/program/program.ts'

/** A resource that a program asks for. */
export interface Wish extends ResourceDraft {
  readonly name: string
  /** True if the program waits for the resource before it asks for more, and gives its present value to others. */
  readonly isAwaited?: boolean
}

/** A program that asks for all resources. A dependent of an awaited resource gets its id as text; other dependents get a reference. */
export function asking(wishes: readonly (Wish & { readonly needs?: readonly string[] })[]): Program {
  return async (want) => {
    const ids = new Map<string, Draft>()
    const open: Promise<unknown>[] = []
    for (const { name, isAwaited, needs = [], spec, ...draft } of wishes) {
      const inputs = needs.map((need) => ids.get(need) ?? ref(`${need}.spec.id`))
      const resource = { ...draft, spec: { ...spec, inputs }, dependsOn: needs }
      const record = want(fakeResource(name, resource))
      open.push(record)
      const id = isAwaited === true ? (await record)?.spec['id'] : undefined
      if (id !== undefined) ids.set(name, id)
    }
    await Promise.all(open)
  }
}
