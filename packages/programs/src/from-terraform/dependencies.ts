import { type ModuleStep, moduleSteps, readAddress } from '../terraform-states/addresses.ts'
import type { StateResource } from '../terraform-states/terraform-state.ts'

/** The instances of one resource in one module to which a dependency refers. */
interface Instances<Item> {
  readonly steps: readonly ModuleStep[]
  readonly items: Item[]
}

/**
 * Finds the resources on which an instance depends. A state names resources instead of instances, and all that come before, not only the nearest
 * ones.
 */
export class Dependencies<Item> {
  readonly #instances = new Map<string, Instances<Item>[]>()
  /** The addresses of everything that a resource needs, by its address without keys. */
  readonly #needs = new Map<string, ReadonlySet<string>>()

  constructor(resources: readonly StateResource[]) {
    for (const resource of resources) {
      const all = resource.instances.flatMap(({ dependencies }) => dependencies ?? [])
      const address = configAddress(resource)
      this.#needs.set(address, new Set([...(this.#needs.get(address) ?? []), ...all]))
    }
  }

  add(resource: StateResource, item: Item): void {
    const address = configAddress(resource)
    const known = this.#instances.get(address) ?? []
    this.#instances.set(address, known)
    const steps = moduleSteps(resource.module ?? '') ?? []
    const same = known.find((each) => sameSteps(each.steps, steps))
    if (same === undefined) known.push({ steps, items: [item] })
    else same.items.push(item)
  }

  /** The items that an instance of the resource needs directly. */
  of(resource: StateResource, dependencies: readonly string[]): readonly Item[] {
    const own = moduleSteps(resource.module ?? '') ?? []
    return this.#nearest(dependencies).flatMap((address) =>
      (this.#instances.get(address) ?? []).filter(({ steps }) => areTogether(own, steps)).flatMap(({ items }) => items),
    )
  }

  /**
   * Returns the dependencies without those that another one needs anyway. The resource with the most needs comes first, so that a chain costs no
   * more than its length.
   */
  #nearest(dependencies: readonly string[]): readonly string[] {
    const own = new Set(dependencies.map(withoutKeys))
    const known = [...own].map((address) => ({ address, needs: this.#needs.get(address) ?? new Set<string>() }))
    const covered = new Set<string>()
    return known
      .toSorted((a, b) => b.needs.size - a.needs.size)
      .flatMap(({ address, needs }) => {
        if (covered.has(address)) return []
        for (const each of needs) if (each !== address) covered.add(each)
        return [address]
      })
  }
}

/** `module.net.local_file.page` */
function configAddress({ module = '', type, name, mode }: StateResource): string {
  const path = (moduleSteps(module) ?? []).map((step) => `module.${step.name}.`).join('')
  return `${path}${mode === 'data' ? 'data.' : ''}${type}.${name}`
}

function withoutKeys(address: string): string {
  const parts = readAddress(address)
  return parts === undefined
    ? address
    : configAddress({ ...parts, module: parts.module ?? '', provider: '', instances: [] })
}

function sameSteps(a: readonly ModuleStep[], b: readonly ModuleStep[]): boolean {
  return a.length === b.length && a.every(({ name, key }, index) => name === b[index]?.name && key === b[index].key)
}

/** Whether two instances of modules belong together. An instance in one instance of a module never needs one in another instance of the same module. */
function areTogether(a: readonly ModuleStep[], b: readonly ModuleStep[]): boolean {
  for (const [index, step] of a.entries()) {
    const other = b[index]
    if (other === undefined || other.name !== step.name) return true
    if (other.key !== step.key) return false
  }
  return true
}
