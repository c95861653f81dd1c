import { createHash } from 'node:crypto'
import { isMap, type ValueMap, valueMap } from '@slipway/model'
import { keptOf } from '@slipway/protocol/terraform/kept'
import type { ResourceRecord } from '@slipway/stores'
import {
  type AddressParts,
  addressText,
  providerText,
  readAddress,
  readProvider,
} from '../terraform-states/addresses.ts'
import { defaultRegistry, terraformRegistry } from '../terraform-states/registries.ts'
import type { FormerAddress } from '../terraform-states/terraform-state.ts'

/** The facts that a state contained about a record that was taken from it; empty for a record that Slipway has made. */
export function originOf({ spec }: ResourceRecord): ValueMap {
  const { origin = null } = keptOf(spec)
  return isMap(origin) ? origin : valueMap()
}

/** The type's own name, without the key that this project gives its provider. */
export function ownType({ type }: Pick<ResourceRecord, 'type'>): string {
  return type.slice(type.indexOf('/') + 1)
}

/** True for a record of a provider of Terraform. */
export function isOfTerraform(record: ResourceRecord): boolean {
  return record.pluginDescriptor?.startsWith('terraform:') === true
}

/** The spelling of a state for records that were taken from it, and for those that have replaced one. */
export class FormerWords {
  readonly #byName: Readonly<Record<string, FormerAddress>>

  constructor(byName: Readonly<Record<string, FormerAddress>>) {
    this.#byName = byName
  }

  of(record: ResourceRecord): Partial<FormerAddress> {
    const { address, provider } = originOf(record)
    if (typeof address === 'string') return { address, ...(typeof provider === 'string' && { provider }) }
    const former = Object.hasOwn(this.#byName, record.name) ? this.#byName[record.name] : undefined
    return former !== undefined && readAddress(former.address)?.type === ownType(record) ? former : {}
  }
}

/** The addresses of records: those that they had, and names for those that Slipway has made. */
export class Addresses {
  readonly #byName = new Map<string, AddressParts>()
  readonly #taken = new Set<string>()

  constructor(records: readonly ResourceRecord[], former: FormerWords) {
    for (const record of records) {
      const { address } = former.of(record)
      const parts = address === undefined ? undefined : readAddress(address)
      if (parts === undefined || (record.replaced && this.#byName.has(nameOf(record)))) continue
      this.#byName.set(nameOf(record), parts)
      this.#taken.add(addressText(parts))
    }
  }

  /** All generations of a resource share one address. */
  of(record: ResourceRecord): AddressParts {
    const known = this.#byName.get(nameOf(record))
    if (known !== undefined) return known
    const path = record.name.split('/')
    const name = path.pop() ?? ''
    const module = path.length === 0 ? undefined : path.map((step) => `module.${step}`).join('.')
    const parts = (free: string): AddressParts => ({ module, mode: 'managed', type: ownType(record), name: free })
    let made = parts(name)
    for (let count = 2; this.#taken.has(addressText(made)); count++) made = parts(`${name}-${count}`)
    this.#taken.add(addressText(made))
    this.#byName.set(nameOf(record), made)
    return made
  }
}

function nameOf({ name, type }: ResourceRecord): string {
  return `${name} ${ownType({ type })}`
}

/** The configurations of providers in the spelling of a state. */
export class ProviderTexts {
  /** Terraform's sources, by our source. */
  readonly #theirs = new Map<string, string>()
  readonly #keys = new Map<string, Set<string>>()
  readonly #registry: string
  readonly #former: FormerWords

  constructor(records: readonly ResourceRecord[], former: FormerWords) {
    this.#former = former
    let registry: string | undefined
    for (const record of records) {
      const { pluginId, type } = record
      const keys = this.#keys.get(pluginId) ?? new Set()
      this.#keys.set(pluginId, keys.add(keyOf(type)))
      const { provider } = former.of(record)
      const theirs = provider === undefined ? undefined : readProvider(provider)?.source
      if (theirs === undefined) continue
      this.#theirs.set(pluginId, theirs)
      if (pluginId.startsWith(`${defaultRegistry}/`)) registry = theirs.split('/')[0]
    }
    this.#registry = registry ?? terraformRegistry
  }

  of(record: ResourceRecord): string {
    const { provider } = this.#former.of(record)
    if (provider !== undefined) return provider
    const { pluginId, type } = record
    const [base = ''] = [...(this.#keys.get(pluginId) ?? [])].toSorted(
      (a, b) => a.length - b.length || (a < b ? -1 : 1),
    )
    const key = keyOf(type)
    const alias = key === base ? undefined : key.startsWith(`${base}_`) ? key.slice(base.length + 1) : key
    return providerText({ source: this.#sourceOf(pluginId), ...(alias !== undefined && { alias }) })
  }

  #sourceOf(source: string): string {
    const known = this.#theirs.get(source)
    if (known !== undefined) return known
    return source.startsWith(`${defaultRegistry}/`)
      ? `${this.#registry}${source.slice(defaultRegistry.length)}`
      : source
  }
}

function keyOf(type: string): string {
  return type.slice(0, type.indexOf('/'))
}

/** Returns eight hexadecimal digits, with which Terraform names an object that has a successor. */
export function deposedKey(record: ResourceRecord): string {
  const written = originOf(record)['deposed']
  return typeof written === 'string' ? written : createHash('sha256').update(record.id).digest('hex').slice(0, 8)
}
