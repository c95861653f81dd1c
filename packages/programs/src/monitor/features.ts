import { monitor } from '@slipway/protocol/pulumi'

const { ResourceMonitorFeature: Feature } = monitor

/** The features of this engine, by the names in older programs' requests. */
const named: Readonly<Record<string, number>> = {
  secrets: Feature.SECRETS,
  resourceReferences: Feature.RESOURCE_REFERENCES,
  outputValues: Feature.OUTPUT_VALUES,
  aliasSpecs: Feature.ALIAS_SPECS,
  deletedWith: Feature.DELETED_WITH,
  replaceWith: Feature.REPLACE_WITH,
  transforms: Feature.TRANSFORMS,
  invokeTransforms: Feature.INVOKE_TRANSFORMS,
  parameterization: Feature.PARAMETERIZATION,
  resourceHooks: Feature.RESOURCE_HOOKS,
  errorHooks: Feature.ERROR_HOOKS,
}

export const supportedFeatures: readonly number[] = [
  ...Object.values(named),
  Feature.REPLACEMENT_TRIGGER,
  Feature.SENDS_OPTIONS_TO_HOOKS,
  Feature.BYTE_STRING,
  Feature.INVOKE_DEPENDS_ON,
  Feature.INVOKE_PARENT,
  Feature.STATE_MIGRATIONS,
]

export function isSupported(id: string): boolean {
  return Object.hasOwn(named, id)
}
