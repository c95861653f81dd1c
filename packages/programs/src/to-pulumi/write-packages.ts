import { namespaceOf, type PackageParameter, type ValueMap, valueMap } from '@slipway/model'
import { recordedPackages } from '../packages/served-packages.ts'
import { writeProviderInputs } from '../deployments/provider-inputs.ts'

/** How a resource of a blueprint stands in a state of Pulumi, as to its package. */
export interface WrittenPackage {
  /** Of its provider. */
  readonly pkg: string
  /** Of that package; empty: nobody knows. */
  readonly version: string
  /** Of its provider. */
  readonly inputs: ValueMap
  /** As records of programs have it. */
  readonly extension: ValueMap | undefined
}

/**
 * A package that was made by words is written as any other: to what bytes they come its plugin alone knows.
 *
 * @param configured of the instance
 */
export function writtenPackages(configured: ValueMap | undefined) {
  const served = recordedPackages(configured)
  return (type: string, pluginVersion: string): WrittenPackage => {
    const own = namespaceOf(type).slice(0, -1)
    const found = served.get(own)
    const extension = found?.isExtension === true ? bytesIn(found.parameter) : undefined
    const pkg = extension === undefined ? own : nameOf(found?.plugin)
    const base = served.get(pkg)
    const parameter = base?.isExtension === false ? bytesIn(base.parameter) : undefined
    const version = parameter?.version ?? pluginVersion
    const inputs = valueMap(version === '' ? [] : [['version', version]])
    const how = parameter && {
      plugin: nameOf(base?.plugin),
      version: pluginVersion,
      parameterValue: base64(parameter.value),
    }
    return {
      pkg,
      version,
      inputs: how === undefined ? inputs : writeProviderInputs({ inputs, package: valueMap(Object.entries(how)) }),
      extension: extension && valueMap(Object.entries({ ...extension, value: base64(extension.value) })),
    }
  }
}

function bytesIn(parameter: PackageParameter) {
  return 'value' in parameter ? parameter : undefined
}

/** `random` of `pulumi/random` */
function nameOf(plugin = ''): string {
  return plugin.replace(/^pulumi\//, '')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
