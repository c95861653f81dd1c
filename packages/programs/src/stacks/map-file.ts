import { type Diagnostic, DiagnosticsFailure } from '@slipway/model'
import { type MapNode, readYaml, type SourceText, type TreeNode } from '@slipway/source'
import type { TextFiles } from '@slipway/source/files'

/** A file of YAML or JSON that is a map. */
export interface MapFile {
  readonly file: string
  readonly source: SourceText
  readonly tree: MapNode
}

/** In bytes: a larger file is the wrong one. */
const most = 8 * 1024 * 1024

/**
 * @param what the kind of the file in messages: `project`
 * @throws DiagnosticsFailure with the wrong lines; Failure like `ProjectFiles.read`
 */
export function readMapFile(file: string, what: string, files: TextFiles): MapFile {
  return mapOf(file, files.read(file, { what, most }), what)
}

/** Like `readMapFile`, for a text. */
export function mapOf(file: string, text: string, what: string): MapFile {
  const { source, tree, diagnostics } = readYaml(file, text)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) throw new DiagnosticsFailure(wrong)
  if (tree?.kind === 'map') return { file, source, tree }
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null))
    return { file, source, tree: { kind: 'map', start: text.length, end: text.length, entries: [] } }
  throw badFile({ file, source }, tree, `the ${what} is not a map of names and values`)
}

/** The failure for a problem at a place of a file. */
export function badFile(
  { file, source }: Pick<MapFile, 'file' | 'source'>,
  { start, end }: Pick<TreeNode, 'start' | 'end'>,
  message: string,
  hint?: string,
): DiagnosticsFailure {
  const diagnostic: Diagnostic = {
    code: 'stack/bad-file',
    severity: 'error',
    message,
    file,
    range: source.range(start, end),
    ...(hint !== undefined && { hint }),
  }
  return new DiagnosticsFailure([diagnostic])
}
