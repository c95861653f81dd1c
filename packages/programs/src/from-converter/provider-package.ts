import { Failure } from '@slipway/model'
import type { ImportedResource } from '@slipway/protocol/pulumi'

/** The package whose provider has a resource, and the plugin that serves it. */
export interface ProviderPackage {
  /** `aws` */
  readonly pkg: string
  /** Empty: any. */
  readonly version: string
  /** The server of the plugin; empty: the usual one. */
  readonly server: string
  /** The parameters that make another plugin serve the package. */
  readonly parameterization: ImportedResource['parameterization']
}

/** @throws Failure `convert/bad-result` if nobody can know the package */
export function packageFor(
  resource: Pick<ImportedResource, 'type' | 'version' | 'server' | 'parameterization' | 'extension' | 'logicalName'>,
): ProviderPackage {
  const { type, version, server, parameterization, extension, logicalName } = resource
  const isProvider = type.startsWith('pulumi:providers:')
  const pkg = isProvider ? (type.split(':')[2] ?? '') : (type.split(':')[0] ?? '')
  // The version is that of the extension, and the extended package has its own provider.
  if (extension !== undefined && extension.name === pkg)
    throw new Failure(
      'convert/bad-result',
      `${JSON.stringify(logicalName)} belongs to the extension ${extension.name}, but the converter names no provider for it`,
      { hint: 'nothing was imported; tell the author of the converter' },
    )
  return { pkg, version: extension === undefined ? version : '', server, parameterization }
}
