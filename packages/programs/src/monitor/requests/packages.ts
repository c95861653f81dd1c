import { valueMap, type ValueMap } from '@slipway/model'
import type { monitor } from '@slipway/protocol/pulumi'
import { type Extension, recordOfExtension } from '../../providers/extension.ts'

/** A package that a program has registered: a plugin, and the parameters that make it serve other types. */
export interface ToldPackage {
  /** `terraform-provider` */
  readonly plugin: string
  readonly version: string
  /** The server to download the plugin from; empty if not given. */
  readonly server: string
  readonly parameter: { readonly name: string; readonly version: string; readonly value: Uint8Array } | undefined
  /** An additional package that the plugin serves. The types belong to this package, their provider to the other. */
  readonly extension: Extension | undefined
}

/** The registered packages of a program, by reference. */
export class Packages {
  readonly #told = new Map<string, ToldPackage>()
  readonly #references = new Map<string, string>()

  /** Registers a package. Equal packages share a reference. */
  add(request: monitor.RegisterPackageRequest): string {
    const { name: plugin, version, downloadUrl: server, parameterization: parameter, extension } = request
    const told: ToldPackage = { plugin, version, server, parameter, extension }
    const key = JSON.stringify([recordOf(told), extension && recordOfExtension(extension)])
    const known = this.#references.get(key)
    if (known !== undefined) return known
    const reference = `package-${this.#told.size + 1}`
    this.#references.set(key, reference)
    this.#told.set(reference, told)
    return reference
  }

  /** @throws TypeError for an unknown reference */
  of(reference: string): ToldPackage | undefined {
    if (reference === '') return undefined
    const told = this.#told.get(reference)
    if (told === undefined) throw new TypeError(`the program has not registered the package "${reference}"`)
    return told
  }
}

/** The package whose provider serves it. */
export function packageOfTold({ plugin, parameter }: ToldPackage): string {
  return parameter?.name ?? plugin
}

/** The package in the form of a provider's record. */
export function recordOf({ plugin, version, server, parameter }: ToldPackage): ValueMap {
  return valueMap([
    ['plugin', plugin],
    ['version', version],
    ...(server === '' ? [] : ([['server', server]] as const)),
    ...(parameter === undefined
      ? []
      : ([
          ['parameterName', parameter.name],
          ['parameterVersion', parameter.version],
          ['parameterValue', Buffer.from(parameter.value).toString('base64')],
        ] as const)),
  ])
}
