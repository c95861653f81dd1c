import type { Form } from './descriptor.ts'
import { idRow, npmRow, pulumiRow, terraformRow } from './package-rows.ts'
import { pathRow, urlRow } from './place-rows.ts'
import { gitRow, ociRow, releaseRow } from './repository-rows.ts'
import type { Row } from './row.ts'

/**
 * The grammar of descriptors. The row of ids comes first for readers, but parsing tries it last, because it claims every text that no other row
 * claims.
 */
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

/** Returns the row whose prefix a text begins with. */
export function claiming(text: string): Row {
  return grammar.find(({ begins }) => begins.some((beginning) => text.startsWith(beginning))) ?? idRow
}

export interface GrammarRow {
  /** The shape of the form: `pulumi:[KIND/]NAME[@RANGE]`. */
  readonly form: string
  /** One or more examples, separated by commas. */
  readonly example: string
  readonly meaning: string
}

/** The grammar for readers: `--help` and the reference page print it. */
export const descriptorGrammar: readonly GrammarRow[] = grammar.map(({ shape, examples, meaning }) => ({
  form: shape,
  example: examples.join(', '),
  meaning,
}))
