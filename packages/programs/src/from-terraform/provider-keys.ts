import { type ProviderAddress, readProvider } from '../terraform-states/addresses.ts'
import { defaultRegistry, descriptorOfSource, terraformRegistry } from '../terraform-states/registries.ts'
import { badState } from '../terraform-states/terraform-state.ts'
import { cleanWord } from './record-names.ts'

/** A provider that a project has named with a key. */
export interface NamedProvider {
  /** The namespace of its types: `tflocal`. */
  readonly key: string
  /** `registry.opentofu.org/hashicorp/local` */
  readonly source: string
}

interface Keyed extends NamedProvider {
  /** `terraform:hashicorp/local` */
  readonly descriptor: string
}

/** The providers of a state, with the keys by which a project calls them. */
export class ProviderKeys {
  readonly #named: readonly NamedProvider[]
  /** Known providers, by their spelling in the state. */
  readonly #known = new Map<string, Keyed>()
  readonly #taken = new Set<string>()
  /** Keys by provider and alias. */
  readonly #keys = new Map<string, string>()
  /** The number from which counting continues: all lower numbers are taken. */
  readonly #counts = new Map<string, number>()
  readonly #invented = new Map<string, string>()

  constructor(named: readonly NamedProvider[]) {
    this.#named = named
  }

  /**
   * @param address of a resource of the provider, for a failure
   * @throws Failure `state/bad-import`
   */
  of(written: string, address: string): Keyed {
    const known = this.#known.get(written)
    if (known !== undefined) return known
    const provider = readProvider(written)
    if (provider === undefined || provider.source.includes('/-/'))
      throw badState(
        [`${address} belongs to ${written.slice(0, 300)}, which is not the full name of a provider`],
        '"terraform state replace-provider" gives it the full name',
      )
    const keyed = this.#keyed(provider)
    this.#known.set(written, keyed)
    return keyed
  }

  #keyed({ source: theirs, alias, key: index }: ProviderAddress): Keyed {
    const source = this.#sourceOf(theirs)
    const own = this.#named.filter((each) => each.source === source)
    const base = own[0]?.key ?? `tf${source.split('/').at(-1) ?? ''}`
    const configuration = [
      ...(alias === undefined ? [] : [alias]),
      ...(index === undefined ? [] : [cleanWord(String(index))]),
    ]
    const key = this.#free([base, ...configuration].join('_'), JSON.stringify([source, alias, index]))
    const descriptor = descriptorOfSource(source)
    if (!own.some((each) => each.key === key)) this.#invented.set(key, descriptor)
    return { key, source, descriptor }
  }

  /** A source at registry.terraform.io counts as the same source at registry.opentofu.org, unless the project names the former. */
  #sourceOf(theirs: string): string {
    if (!theirs.startsWith(`${terraformRegistry}/`) || this.#named.some(({ source }) => source === theirs))
      return theirs
    return `${defaultRegistry}${theirs.slice(terraformRegistry.length)}`
  }

  #free(wanted: string, user: string): string {
    const before = this.#keys.get(user)
    if (before !== undefined) return before
    let key = wanted
    let count = this.#counts.get(wanted) ?? 2
    for (; this.#taken.has(key); count++) key = `${wanted}${count}`
    this.#counts.set(wanted, count)
    this.#keys.set(user, key)
    this.#taken.add(key)
    return key
  }

  /** Returns sentences about the keys that the project still lacks. */
  told(): readonly string[] {
    return [...this.#invented].map(
      ([key, descriptor]) =>
        `types of ${descriptor} begin with ${key}/ here: write ${key}: "${descriptor}" under metadata.slipway.plugins, or another key; in a stack, s.plugin("${key}", "${descriptor}")`,
    )
  }
}
