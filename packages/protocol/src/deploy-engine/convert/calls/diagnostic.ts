import { isMap, type PluginDiagnostic } from '@slipway/model'

import type { Init } from '../../../wire/codec/message.ts'
import { type Diagnostic, type DiagnosticContext, DiagnosticLevel } from '../../gen/sharedtypesv1.ts'
import { jsonFromWire, jsonToWire } from '../values/json.ts'
import { rangeFromWire, rangeToWire } from '../place.ts'
import { plainWords } from '../../../plain-words.ts'

const severities: Readonly<Record<number, PluginDiagnostic['severity']>> = {
  [DiagnosticLevel.ERROR]: 'error',
  [DiagnosticLevel.WARNING]: 'warning',
  [DiagnosticLevel.INFO]: 'info',
}

const maxDiagnostics = 1000

/** Converts a plugin's remarks about a resource. A level that the protocol does not know counts as an error. */
export function diagnosticsFromWire(wire: readonly Diagnostic[]): PluginDiagnostic[] {
  return wire.slice(0, maxDiagnostics).map(diagnosticFromWire)
}

function diagnosticFromWire(wire: Diagnostic): PluginDiagnostic {
  const path = pathOf(wire)
  const place = rangeFromWire(wire.range)
  const hint = hintOf(wire.context)
  return {
    severity: severities[wire.level] ?? 'error',
    message: plainWords(wire.message),
    ...(hint === '' ? {} : { hint }),
    ...(path === undefined ? {} : { path }),
    ...(place === undefined ? {} : { place }),
  }
}

/**
 * Converts a remark. The dialect has no field for the path, only for lines of a blueprint, so our path travels in the context's metadata.
 */
export function diagnosticToWire({ severity, message, path, place, hint }: PluginDiagnostic): Init<Diagnostic> {
  const context: Init<DiagnosticContext> = {
    ...(path === undefined ? {} : { metadata: jsonToWire({ path }) }),
    ...(hint === undefined ? {} : { suggestedActions: [{ type: 'hint', title: hint }] }),
  }
  return {
    level: DiagnosticLevel[severity.toUpperCase() as Uppercase<PluginDiagnostic['severity']>],
    message,
    ...(place === undefined ? {} : { range: rangeToWire(place) }),
    ...(path === undefined && hint === undefined ? {} : { context }),
  }
}

/** The most suggested actions that a hint names. */
const mostActions = 3

/** Returns the actions that the plugin suggests, the most urgent first. */
function hintOf(context: DiagnosticContext | undefined): string {
  return (context?.suggestedActions ?? [])
    .toSorted((one, other) => one.priority - other.priority)
    .slice(0, mostActions)
    .map(({ title, description }) => [title, description].filter((part) => part !== '').join(': '))
    .map(plainWords)
    .filter((action) => action !== '')
    .join('; ')
}

function pathOf({ context }: Diagnostic): string | undefined {
  if (context?.metadata === undefined) return undefined
  try {
    const metadata = jsonFromWire(context.metadata)
    const path = isMap(metadata) ? metadata['path'] : undefined
    return typeof path === 'string' ? plainWords(path) : undefined
  } catch {
    // Other plugins' metadata may have an unknown form; the message still arrives.
    return undefined
  }
}
