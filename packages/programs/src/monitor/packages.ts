import { valueMap, type ValueMap } from '@slipway/model'
import type { monitor } from '@slipway/protocol/pulumi'
import { type Extension, recordOfExtension } from '../providers/extension.ts'

/** A package that a program has told of: a plugin, and what makes it serve other types than its own. */
export interface ToldPackage {
  /** `terraform-provider` */
  readonly plugin: string
  readonly version: string
  /** Where the plugin can be had; empty where the program does not say. */
  readonly server: string
  readonly parameter: { readonly name: string; readonly version: string; readonly value: Uint8Array } | undefined
  /** What the plugin serves beside that package: the types are of this one then, and their provider is of the other. */
  readonly extension: Extension | undefined
}

/** The packages of a program, by the references that it was given for them. */
export class Packages {
  readonly #told = new Map<string, ToldPackage>()
  readonly #references = new Map<string, string>()

  /** The same package has the same reference. */
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

  /** @throws TypeError for a reference that nobody was given */
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

/** As the record of a provider has it. */
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
