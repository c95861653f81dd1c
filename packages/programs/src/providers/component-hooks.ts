import type { ValueMap } from '@slipway/model'
import { ownType, parseUrn } from '../urns/urn.ts'
import { recordedResource } from './definitions.ts'
import { callAfter, callBefore, type HookMoment, hookNamesIn, type HookSubject } from './hooks.ts'
import type { Wishes } from './resource-wish.ts'

/** Calls the hooks of components. Hooks for afterwards are called once the program has sent the component's outputs. */
export class ComponentHooks {
  readonly #wishes: Wishes
  /** Pending hooks by URN. */
  readonly #after = new Map<
    string,
    { readonly moment: HookMoment; readonly spec: ValueMap; readonly subject: HookSubject }
  >()

  constructor(wishes: Wishes) {
    this.#wishes = wishes
  }

  /** @param current the old spec; `undefined` for a new component */
  async before(spec: ValueMap, current: ValueMap | undefined): Promise<void> {
    const moment = current === undefined ? 'create' : 'update'
    const { urn, inputs } = recordedResource(spec)
    const subject = { ...about(urn), newInputs: inputs, newSpec: spec, ...(current !== undefined && before(current)) }
    await this.#callBefore(moment, spec, subject)
    this.#after.set(urn, { moment, spec, subject })
  }

  /** Calls the hooks for afterwards, once the program has sent the outputs. Call it once. */
  async after(urn: string, newOutputs: ValueMap): Promise<void> {
    const known = this.#after.get(urn)
    this.#after.delete(urn)
    const { hooks } = this.#wishes
    if (known === undefined || hooks === undefined) return
    await callAfter(hooks, hookNamesIn(known.spec), known.moment, { ...known.subject, newOutputs })
  }

  /** Calls the hooks around the end of a component that the program no longer requests. */
  async aroundEnd(current: ValueMap): Promise<void> {
    const subject = { ...about(recordedResource(current).urn), ...before(current) }
    await this.#callBefore('delete', current, subject)
    const { hooks } = this.#wishes
    if (hooks !== undefined) await callAfter(hooks, hookNamesIn(current), 'delete', subject)
  }

  async #callBefore(moment: HookMoment, spec: ValueMap, subject: HookSubject): Promise<void> {
    const { hooks } = this.#wishes
    if (hooks !== undefined) await callBefore(hooks, hookNamesIn(spec), moment, subject)
  }
}

function about(urn: string) {
  const parts = parseUrn(urn)
  return { urn, id: '', name: parts?.name ?? urn, type: parts === undefined ? '' : ownType(parts) }
}

function before(current: ValueMap) {
  const { inputs, outputs } = recordedResource(current)
  return { oldInputs: inputs, oldOutputs: outputs, oldSpec: current }
}
