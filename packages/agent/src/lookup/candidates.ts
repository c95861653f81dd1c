import { Failure } from '@slipway/model'
import { targetText } from '../dependency.ts'
import { isPlugin, type Plugin } from '../plugin.ts'
import { Capability, type Target } from '../plugin.ts'

/** The plugins of an agent that can stand for a target. */
export class Candidates {
  readonly #plugins: readonly Plugin[]
  readonly #indexOf: (plugin: Plugin) => number | undefined
  #byTarget: Map<unknown, number[]> | undefined

  constructor(plugins: readonly Plugin[], indexOf: (plugin: Plugin) => number | undefined) {
    this.#plugins = plugins
    this.#indexOf = indexOf
  }

  /** Indexes of the plugins that fit, `except` left out: a plugin does not depend on itself. */
  all(target: Target<unknown>, except: number): readonly number[] {
    if (!(target instanceof Capability) && isPlugin(target)) {
      const index = this.#indexOf(target)
      return index === undefined ? [] : [index]
    }
    this.#byTarget ??= this.#collect()
    return (this.#byTarget.get(target) ?? []).filter((index) => index !== except)
  }

  /**
   * The one plugin that fits, or `undefined`.
   * @param declaredAt the place of the request, for the message
   * @throws Failure `agent/ambiguous-capability`
   */
  one(target: Target<unknown>, except: number, declaredAt: string): number | undefined {
    const [first, second, ...others] = this.all(target, except)
    if (first === undefined || second === undefined) return first
    const names = [first, second, ...others].map((index) => this.#plugins[index]?.name)
    throw new Failure(
      'agent/ambiguous-capability',
      `${declaredAt} asks for ${targetText(target)}, which ${names.join(', ')} have`,
      {
        hint: 'ask for one of these plugins instead',
      },
    )
  }

  /** Capabilities and classes, those a class inherits from included. */
  #collect(): Map<unknown, number[]> {
    const byTarget = new Map<unknown, number[]>()
    const add = (target: unknown, index: number): void => {
      const indexes = byTarget.get(target)
      if (indexes === undefined) byTarget.set(target, [index])
      else if (indexes.at(-1) !== index) indexes.push(index)
    }
    for (const [index, plugin] of this.#plugins.entries()) {
      for (const capability of plugin.provides ?? []) add(capability, index)
      for (let type: unknown = Object.getPrototypeOf(plugin); type !== null; type = Object.getPrototypeOf(type)) {
        add((type as object).constructor, index)
      }
    }
    return byTarget
  }
}
