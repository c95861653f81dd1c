import { type Manifest, readManifest } from '@slipway/preparer'
import { DiagnosticsFailure } from '@slipway/model'
import { readText } from '@slipway/source/files'

/** Reads the manifest in a file. @throws DiagnosticsFailure with all its mistakes */
export function manifestIn(file: string, folder: string): Manifest {
  const { manifest, diagnostics } = readManifest(file, readText(file, { what: 'manifest' }), folder)
  if (manifest === undefined) throw new DiagnosticsFailure(diagnostics)
  return manifest
}
