import { namespaceOf, secret, type ValueMap, valueMap } from '@slipway/model'
import { type OpenSecret, structFromJson } from '@slipway/protocol/pulumi'
import { packageOfProvider } from '../providers/definitions.ts'
import { type ServedPackage, type ServedPackages, recordOfServed } from '../packages/served-packages.ts'
import type { Deployment, PulumiResource } from '../deployments/deployment.ts'
import { readExtension } from '../deployments/extensions.ts'
import { readProviderInputs } from '../deployments/provider-inputs.ts'
import type { ReadingOfValues } from './read-values.ts'
import { valuesOf } from './read-values.ts'

/** The served packages in a Pulumi state, by name. For a blueprint they become settings. */
export function readPackages(deployment: Deployment, reading: ReadingOfValues): ServedPackages {
  const { resources = [] } = deployment
  const served = new Map<string, ServedPackage>()
  for (const resource of resources) {
    const pkg = packageOfProvider(resource.type)
    const how = pkg === undefined ? undefined : packageIn(resource, pkg, reading)
    if (pkg !== undefined && how !== undefined) served.set(pkg, how)
  }
  for (const resource of resources) {
    const extension = readExtension(resource, deployment)
    // Types of older extensions have the names of the extended package's types, which a blueprint cannot distinguish.
    if (extension === undefined || namespaceOf(resource.type) !== `${text(extension['name'])}:`) continue
    const base = packageOfProvider((resource.provider ?? '').split('::')[2] ?? '')
    if (base === undefined) continue
    const parameter = parameterOf(text(extension['name']), extension['version'], extension['value'])
    served.set(parameter.name, { plugin: `pulumi/${base}`, isExtension: true, parameter })
  }
  return served
}

function packageIn(
  { urn, inputs = {} }: PulumiResource,
  pkg: string,
  reading: ReadingOfValues,
): ServedPackage | undefined {
  const { package: how } = readProviderInputs(valuesOf(urn, inputs, reading), pkg)
  if (how?.['parameterValue'] === undefined) return undefined
  const parameter = parameterOf(pkg, how['parameterVersion'], how['parameterValue'])
  return { plugin: `pulumi/${text(how['plugin'])}`, isExtension: false, parameter }
}

function parameterOf(name: string, version: unknown, value: unknown) {
  return { name, version: text(version), value: Buffer.from(text(value), 'base64') }
}

/** The packages in the form of an instance's record, so that a destroy needs no settings for them. */
export function recordPackages(served: ServedPackages): ValueMap {
  return valueMap(
    Array.from(served, ([name, each]) => {
      const about = valueMap([['package', recordOfServed(each, served)]])
      return [`${name}:`, secret(about)] as const
    }),
  )
}

/** Sentences about settings that the user should write. */
export function toldOfPackages(deployment: Deployment, open: OpenSecret): readonly string[] {
  return Array.from(
    readPackages(deployment, { read: structFromJson, open }),
    ([name, { plugin, isExtension, parameter }]) => {
      const whose = isExtension ? `extends: ${plugin.replace(/^pulumi\//, '')}` : `plugin: ${plugin}`
      const { version, value } = 'value' in parameter ? parameter : { version: '', value: new Uint8Array() }
      const how = `version: ${version}, value: ${Buffer.from(value).toString('base64')}`
      return `the package ${name} is made by parameters: plugins.packages.${name}: {${whose}, ${how}} in the settings`
    },
  )
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
