import type { Diagnostic } from '@slipway/model'
import { DiagnosticList } from '../diagnostics.ts'
import { parseJson } from './json.ts'
import { parseFields, parseLanguage } from '../language/parse.ts'
import { limits } from '../limits.ts'
import { formNames, formOfName, seemingForm, type Form } from './seeming-form.ts'
import { sourceText } from '../source-text.ts'
import type { SourceText, TreeNode } from '../tree.ts'
import { parseYaml } from './yaml.ts'

export interface ReadResult {
  readonly source: SourceText
  /** Absent if the text could not be read at all; an empty text is a null scalar. */
  readonly tree?: TreeNode
  /** In the order of the text. */
  readonly diagnostics: readonly Diagnostic[]
}

type Parse = (source: SourceText, diagnostics: DiagnosticList) => TreeNode | undefined

const parsers: Readonly<Record<Form, Parse>> = { yaml: parseYaml, json: parseJson, bp: parseLanguage }

/** Reads YAML 1.2 without tags, anchors, aliases and merge keys. Never throws on anything that the text may hold. */
export function readYaml(file: string, text: string): ReadResult {
  return read(file, text, 'yaml')
}

/** Reads JSON with comments and trailing commas. Never throws on anything that the text may hold. */
export function readJson(file: string, text: string): ReadResult {
  return read(file, text, 'json')
}

/**
 * Reads the blueprint language. The tree is that of the same blueprint in YAML or JSON: expressions are text with `${…}`. There is always a
 * tree, with everything that could be read. Never throws on anything that the text may hold.
 */
export function readLanguage(file: string, text: string): ReadResult {
  return read(file, text, 'bp')
}

/**
 * Reads by the ending of the file's name: `.json` and `.jsonc`, `.yaml` and `.yml`, `.blueprint` and `.bp`; any other by
 * its first line that is no comment.
 */
export function readSource(file: string, text: string): ReadResult {
  return read(file, text, formOf(file, text))
}

/** Reads a map of names and values: as `readSource`, but that in the blueprint language each line is `name = value`. */
export function readFields(file: string, text: string): ReadResult {
  if (formOf(file, text) !== 'bp') return readSource(file, text)
  const source = sourceText(file, text)
  const diagnostics = new DiagnosticList(source)
  if (isTooLarge(source, diagnostics)) return { source, diagnostics: diagnostics.sorted() }
  return { source, tree: parseFields(source, diagnostics), diagnostics: diagnostics.sorted() }
}

/** The form that `readSource` reads a file in. */
export function formOf(file: string, text: string): Form {
  return formOfName(file) ?? seemingForm(text) ?? 'yaml'
}

function read(file: string, text: string, form: Form): ReadResult {
  const source = sourceText(file, text)
  const diagnostics = new DiagnosticList(source)
  if (isTooLarge(source, diagnostics)) return { source, diagnostics: diagnostics.sorted() }
  const tree = parsers[form](source, diagnostics)
  const seeming = diagnostics.hasErrors || tree?.kind === 'scalar' ? seemingForm(text) : undefined
  if (seeming !== undefined && isAnother(form, seeming))
    return { source, diagnostics: [wrongForm(source, form, seeming)] }
  return { source, ...(tree === undefined ? {} : { tree }), diagnostics: diagnostics.sorted() }
}

function isTooLarge({ file, text }: SourceText, diagnostics: DiagnosticList): boolean {
  if (text.length <= limits.characters) return false
  const message = `${file} has ${text.length} characters, more than the limit of ${limits.characters}`
  diagnostics.error('source/too-large', 0, 0, message, { hint: 'split it into several files' })
  return true
}

/** True if the text seems to have another form. A brace at the beginning is also valid YAML, whose own errors are then more useful. */
function isAnother(form: Form, seeming: Form): boolean {
  return seeming !== form && !(form === 'yaml' && seeming === 'json')
}

function wrongForm(source: SourceText, form: Form, seeming: Form): Diagnostic {
  const list = new DiagnosticList(source)
  const start = source.text.search(/^[ \t\uFEFF]*[^\s#\uFEFF]/m)
  const ink = start === -1 ? 0 : source.text.slice(start).search(/[^\s\uFEFF]/) + start
  const message = `Slipway reads this as ${formNames[form]}, but it seems to be ${formNames[seeming]}`
  const endings = { yaml: '.yaml', json: '.json', bp: '.blueprint' }
  list.error('source/wrong-form', ink, ink + 1, message, {
    hint: `give the file a name that ends in ${endings[seeming]}`,
  })
  const [diagnostic] = list.sorted()
  if (diagnostic === undefined) throw new Error('an empty list takes a diagnostic')
  return diagnostic
}
