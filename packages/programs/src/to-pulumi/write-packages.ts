import { namespaceOf, type PackageParameter, type ValueMap, valueMap } from '@slipway/model'
import { recordedPackages } from '../packages/served-packages.ts'
import { writeProviderInputs } from '../deployments/provider-inputs.ts'

/** The package of a blueprint's resource, for a Pulumi state. */
export interface WrittenPackage {
  /** The package of its provider. */
  readonly pkg: string
  /** The version of that package; empty if unknown. */
  readonly version: string
  /** The package inputs of its provider. */
  readonly inputs: ValueMap
  /** The parameters of an extension, in the form of programs' records. */
  readonly extension: ValueMap | undefined
}

/**
 * Gives the written packages of an instance's resources. A package made from arguments is written like any other, because only its plugin
 * knows the resulting bytes.
 *
 * @param configured the configurations of the instance
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

/** The name of a plugin: `random` for `pulumi/random`. */
function nameOf(plugin = ''): string {
  return plugin.replace(/^pulumi\//, '')
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64')
}
