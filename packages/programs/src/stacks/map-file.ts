import { type Diagnostic, DiagnosticsFailure } from '@slipway/model'
import { type MapNode, readYaml, type SourceText, type TreeNode } from '@slipway/source'
import type { TextFiles } from '@slipway/source/files'

/** A file of YAML or JSON that is a map. */
export interface MapFile {
  readonly file: string
  readonly source: SourceText
  readonly tree: MapNode
}

/** Bytes: whoever writes more has named the wrong file. */
const most = 8 * 1024 * 1024

/**
 * @param what the file is in messages: `project`
 * @throws DiagnosticsFailure with the lines that are wrong; Failure as `ProjectFiles.read`
 */
export function readMapFile(file: string, what: string, files: TextFiles): MapFile {
  return mapOf(file, files.read(file, { what, most }), what)
}

/** The same of a text that was read already. */
export function mapOf(file: string, text: string, what: string): MapFile {
  const { source, tree, diagnostics } = readYaml(file, text)
  const wrong = diagnostics.filter(({ severity }) => severity === 'error')
  if (wrong.length > 0) throw new DiagnosticsFailure(wrong)
  if (tree?.kind === 'map') return { file, source, tree }
  if (tree === undefined || (tree.kind === 'scalar' && tree.value === null))
    return { file, source, tree: { kind: 'map', start: text.length, end: text.length, entries: [] } }
  throw badFile({ file, source }, tree, `the ${what} is not a map of names and values`)
}

/** The problem at one place of a file that can be read. */
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
