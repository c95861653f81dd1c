import type { Init } from '../../wire/codec/message.ts'
import type { CtyPath, CtyStep } from '../cty/path.ts'
import type { CtyType } from '../cty/type.ts'
import type { CtyValue } from '../cty/value.ts'
import type { AttributePath, Diagnostic, DynamicValue, ResourceIdentityData } from '../gen/tfplugin.ts'
import type { IdentitySchema } from '../schema/schema.ts'
import { fromMsgpack } from './from-msgpack.ts'
import { ctyFromJson } from './json.ts'
import { toMsgpack } from './to-msgpack.ts'

export function valueToWire(type: CtyType, value: CtyValue): Init<DynamicValue> {
  return { msgpack: toMsgpack(type, value) }
}

/** Reads a value; null for a message without one. Fails with an Error for a value that is not of the type. */
export function valueFromWire(type: CtyType, wire: DynamicValue | undefined): CtyValue {
  if (wire === undefined) return null
  if (wire.msgpack.length > 0) return fromMsgpack(type, wire.msgpack)
  return wire.json.length === 0 ? null : ctyFromJson(type, Buffer.from(wire.json).toString('utf8'))
}

export function identityToWire(
  schema: IdentitySchema | undefined,
  identity: CtyValue | undefined,
): Init<ResourceIdentityData> | undefined {
  if (schema === undefined || identity === undefined || identity === null) return undefined
  return { identityData: valueToWire(schema.type, identity) }
}

export function identityFromWire(
  schema: IdentitySchema | undefined,
  wire: ResourceIdentityData | undefined,
): { readonly identity?: CtyValue } {
  if (schema === undefined || wire?.identityData === undefined) return {}
  return { identity: valueFromWire(schema.type, wire.identityData) }
}

export interface TerraformDiagnostic {
  readonly severity: 'error' | 'warning'
  readonly summary: string
  readonly detail: string
  /** Path of the subject; empty when the diagnostic concerns the whole. */
  readonly path: CtyPath
}

const warning = 2

/** Converts diagnostics. A diagnostic of an unknown severity counts as an error. */
export function diagnosticsFromWire(wire: readonly Diagnostic[]): readonly TerraformDiagnostic[] {
  return wire.map(({ severity, summary, detail, attribute }) => ({
    severity: severity === warning ? 'warning' : 'error',
    summary,
    detail,
    path: pathFromWire(attribute),
  }))
}

export function pathFromWire(wire: AttributePath | undefined): CtyPath {
  return (wire?.steps ?? []).flatMap((step): readonly CtyStep[] => {
    if (step.attributeName !== undefined) return [{ attribute: step.attributeName }]
    if (step.elementKeyString !== undefined) return [{ key: step.elementKeyString }]
    return step.elementKeyInt === undefined ? [] : [{ index: Number(step.elementKeyInt) }]
  })
}
