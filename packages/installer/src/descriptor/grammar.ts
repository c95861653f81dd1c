import type { Form } from './descriptor.ts'
import { idRow, npmRow, pulumiRow, terraformRow } from './package-rows.ts'
import { pathRow, urlRow } from './place-rows.ts'
import { gitRow, ociRow, releaseRow } from './repository-rows.ts'
import type { Row } from './row.ts'

/** The grammar of descriptors. The row of ids is first for readers and last in parsing: it claims everything that no other row claims. */
export const grammar: readonly Row[] = [
  idRow,
  pulumiRow,
  terraformRow,
  npmRow,
  gitRow,
  releaseRow,
  urlRow,
  ociRow,
  pathRow,
]

const byForm = new Map(grammar.map((row) => [row.form, row]))

export function rowOf(form: Form['form']): Row {
  return byForm.get(form) ?? idRow
}

/** The row that a text belongs to by how it begins. */
export function claiming(text: string): Row {
  return grammar.find(({ begins }) => begins.some((beginning) => text.startsWith(beginning))) ?? idRow
}

export interface GrammarRow {
  /** `pulumi:[KIND/]NAME[@RANGE]` */
  readonly form: string
  /** One or more examples, with commas between them. */
  readonly example: string
  readonly meaning: string
}

/** The grammar for readers: `--help` prints it, and so does the page of the reference. */
export const descriptorGrammar: readonly GrammarRow[] = grammar.map(({ shape, examples, meaning }) => ({
  form: shape,
  example: examples.join(', '),
  meaning,
}))
