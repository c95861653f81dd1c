import { isMap, type PluginDiagnostic } from '@slipway/model'

import type { Init } from '../../wire/codec/message.ts'
import { type Diagnostic, DiagnosticLevel } from '../gen/sharedtypesv1.ts'
import { jsonFromWire, jsonToWire } from './json.ts'
import { rangeFromWire, rangeToWire } from './place.ts'
import { plainWords } from '../../plain-words.ts'

const severities: Readonly<Record<number, PluginDiagnostic['severity']>> = {
  [DiagnosticLevel.ERROR]: 'error',
  [DiagnosticLevel.WARNING]: 'warning',
  [DiagnosticLevel.INFO]: 'info',
}

const maxDiagnostics = 1000

/** A plugin's remarks about a resource. A level that the protocol does not know counts as an error. */
export function diagnosticsFromWire(wire: readonly Diagnostic[]): PluginDiagnostic[] {
  return wire.slice(0, maxDiagnostics).map(diagnosticFromWire)
}

function diagnosticFromWire(wire: Diagnostic): PluginDiagnostic {
  const path = pathOf(wire)
  const place = rangeFromWire(wire.range)
  return {
    severity: severities[wire.level] ?? 'error',
    message: plainWords(wire.message),
    ...(path === undefined ? {} : { path }),
    ...(place === undefined ? {} : { place }),
  }
}

/** The dialect has no room for the path, only for lines of a blueprint; ours travels in the context's metadata. */
export function diagnosticToWire({ severity, message, path, place }: PluginDiagnostic): Init<Diagnostic> {
  return {
    level: DiagnosticLevel[severity.toUpperCase() as Uppercase<PluginDiagnostic['severity']>],
    message,
    ...(place === undefined ? {} : { range: rangeToWire(place) }),
    ...(path === undefined ? {} : { context: { metadata: jsonToWire({ path }) } }),
  }
}

function pathOf({ context }: Diagnostic): string | undefined {
  if (context?.metadata === undefined) return undefined
  try {
    const metadata = jsonFromWire(context.metadata)
    const path = isMap(metadata) ? metadata['path'] : undefined
    return typeof path === 'string' ? plainWords(path) : undefined
  } catch {
    // Metadata of others has no form that we know; the message still tells.
    return undefined
  }
}
