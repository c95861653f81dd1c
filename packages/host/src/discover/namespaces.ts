import { Failure } from '@slipway/model'
import type { InstalledPlugin } from '../dialects/dialect.ts'

/** Ids by namespace, for namespaces that several installed providers claim: `{ aws: "celerity/aws" }`. */
export type NamespacePins = Readonly<Record<string, string>>

/** Finds the provider that serves the types of a namespace. */
export class Namespaces {
  readonly #claims: ReadonlyMap<string, readonly InstalledPlugin[]>
  readonly #pins: ReadonlyMap<string, string>

  constructor(plugins: readonly InstalledPlugin[], pins: NamespacePins = {}) {
    const providers = plugins.filter((plugin) => plugin.kind === 'provider')
    this.#claims = Map.groupBy(providers, (plugin) => plugin.namespace)
    this.#pins = new Map(Object.entries(pins))
  }

  /** Sorted. */
  names(): readonly string[] {
    return [...this.#claims.keys()].sort()
  }

  /** The namespaces that several plugins claim and no pin settles. */
  contested(): readonly string[] {
    return this.names().filter((name) => (this.#claims.get(name)?.length ?? 0) > 1 && !this.#pins.has(name))
  }

  /** `undefined`: no such provider. Fails with `host/namespace-collision` and `host/namespace-pin-missing`. */
  resolve(namespace: string): InstalledPlugin | undefined {
    const claims = this.#claims.get(namespace) ?? []
    const pin = this.#pins.get(namespace)
    if (pin !== undefined) return this.#pinned(namespace, pin, claims)
    const [first, second] = claims
    if (first === undefined || second === undefined) return first
    const all = claims.map((plugin) => `${plugin.id} (${plugin.file})`).join(' and ')
    throw new Failure('host/namespace-collision', `the namespace "${namespace}" is claimed by ${all}`, {
      hint: `choose one in the settings: plugins.namespaces.${namespace}: ${first.id}`,
    })
  }

  #pinned(namespace: string, pin: string, claims: readonly InstalledPlugin[]): InstalledPlugin {
    const plugin = claims.find((claim) => claim.id === pin)
    if (plugin !== undefined) return plugin
    const known =
      claims.length === 0 ? 'no plugin serves it' : `it is served by ${claims.map((one) => one.id).join(', ')}`
    throw new Failure(
      'host/namespace-pin-missing',
      `the settings give the namespace "${namespace}" to ${pin}, which is not installed; ${known}`,
      { hint: `install ${pin}, or change plugins.namespaces.${namespace}` },
    )
  }
}
