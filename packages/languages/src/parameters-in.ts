import type { RequiredPackage } from './language.ts'

type Json = Readonly<Record<string, unknown>>

/** Reads from a generated SDK how its plugin serves the package; empty for a plugin's own package. */
export function parametersIn(described: Json): Pick<RequiredPackage, 'parameterization' | 'extension'> {
  const { parameterization, extensionParameterization } = described
  return {
    ...(isMap(parameterization) && { parameterization: parameter(parameterization) }),
    ...(isMap(extensionParameterization) && { extension: parameter(extensionParameterization) }),
  }
}

function parameter({ name, version, value }: Json) {
  return { name: text(name), version: text(version), value: Buffer.from(text(value), 'base64') }
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function isMap(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
