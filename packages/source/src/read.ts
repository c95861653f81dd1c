import type { Diagnostic } from '@slipway/model'
import { DiagnosticList } from './diagnostics.ts'
import { parseJson } from './json.ts'
import { limits } from './limits.ts'
import { sourceText } from './source-text.ts'
import type { SourceText, TreeNode } from './tree.ts'
import { parseYaml } from './yaml.ts'

export interface ReadResult {
  readonly source: SourceText
  /** Absent when the text could not be read at all; a text with nothing in it is a null scalar. */
  readonly tree?: TreeNode
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

type Parse = (source: SourceText, diagnostics: DiagnosticList) => TreeNode | undefined

/** Reads YAML 1.2 without tags, anchors, aliases and merge keys. Never throws on anything that the text may hold. */
export function readYaml(file: string, text: string): ReadResult {
  return read(file, text, parseYaml)
}

/** Reads JSON with comments and trailing commas. Never throws on anything that the text may hold. */
export function readJson(file: string, text: string): ReadResult {
  return read(file, text, parseJson)
}

/** Reads by the ending of the file's name: `.json` and `.jsonc`, `.yaml` and `.yml`; any other by its first character. */
export function readSource(file: string, text: string): ReadResult {
  if (/\.jsonc?$/i.test(file)) return readJson(file, text)
  if (/\.ya?ml$/i.test(file)) return readYaml(file, text)
  return /^\uFEFF?\s*(?:[{[]|\/[/*])/.test(text) ? readJson(file, text) : readYaml(file, text)
}

function read(file: string, text: string, parse: Parse): ReadResult {
  const source = sourceText(file, text)
  const diagnostics = new DiagnosticList(source)
  if (text.length > limits.characters) {
    const message = `${file} has ${text.length} characters, more than the ${limits.characters} that are read`
    diagnostics.error('source/too-large', 0, 0, message, { hint: 'split it into several files' })
    return { source, diagnostics: diagnostics.sorted() }
  }
  const tree = parse(source, diagnostics)
  return { source, ...(tree === undefined ? {} : { tree }), diagnostics: diagnostics.sorted() }
}
