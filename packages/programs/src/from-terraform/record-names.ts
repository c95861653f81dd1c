import { moduleSteps } from '../terraform-states/addresses.ts'
import type { StateInstance, StateResource } from '../terraform-states/terraform-state.ts'

/** The rule in words for users. The guide for users of Terraform explains it with examples. */
export const namingRule =
  'for example, module.net.local_file.page["a b"] becomes net/page_a-b. Modules become children, keys follow the name after "_", and other characters than letters, digits, "_" and "-" become "-"'

/** In characters: the longest part of a name. Keys of `each` have the same limit. */
const longestPart = 100

/** The names of records: unique, and the same for the same state. */
export class NamesOfState {
  /** Types by module and name. */
  readonly #types = new Map<string, Set<string>>()
  readonly #names = new Map<string, string>()
  readonly #taken = new Set<string>()
  /** The number from which counting continues: all lower numbers are taken. */
  readonly #counts = new Map<string, number>()
  /** Names that the rule alone does not explain. */
  readonly odd: (readonly [address: string, name: string])[] = []

  constructor(resources: readonly StateResource[]) {
    for (const { module = '', name, type } of resources) {
      const place = `${module} ${name}`
      const types = this.#types.get(place) ?? new Set()
      this.#types.set(place, types.add(type))
    }
  }

  /** @param address of the instance, which all its generations share */
  of(address: string, { module = '', name, type }: StateResource, { index_key: key }: StateInstance): string {
    const known = this.#names.get(address)
    if (known !== undefined) return known
    const path = (moduleSteps(module) ?? []).map((step) => `${part(step.name, step.key)}/`)
    const isShared = (this.#types.get(`${module} ${name}`)?.size ?? 0) > 1
    const plain = path.join('') + part(isShared ? `${type}-${name}` : name, key)
    let free = plain
    let count = this.#counts.get(plain) ?? 2
    for (; this.#taken.has(free); count++) free = `${plain}-${count}`
    this.#counts.set(plain, count)
    if (isShared || free !== plain) this.odd.push([address, free])
    this.#taken.add(free)
    this.#names.set(address, free)
    return free
  }
}

/** Returns the name that a blueprint gives to an item of `each`: `page_0`, `page_about`. */
function part(name: string, key: string | number | undefined): string {
  const own = cleanWord(name).replace(/^(?=[-\d])/, '_')
  return key === undefined ? own : `${own}_${typeof key === 'number' ? key : cleanWord(key)}`
}

/** Turns a key into a part of a name. */
export function cleanWord(text: string): string {
  return text.replaceAll(/[^\w-]/gu, '-').slice(0, longestPart)
}
