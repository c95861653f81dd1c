import type { Descriptor, Form } from './descriptor.ts'
import { rangeOf } from './range.ts'

/** One row of the grammar. Parsing, writing, `--help` and the page of the reference all come from these rows. */
export interface Row {
  readonly form: Form['form']
  /** The prefixes of this row's texts; empty: the row claims the texts that no other row claims. */
  readonly begins: readonly string[]
  readonly shape: string
  readonly examples: readonly string[]
  readonly meaning: string
  /** Splits the text into plugin and version, at the first place where the grammar allows a version. */
  split(text: string): Split
  /** Reads the text without its version. @throws Misread */
  read(body: string, cwd: string): Form
  /** Puts a version into a descriptor without one, because the long form writes the version beside the source. @throws Misread */
  choose(form: Form, asked: string): Pick<Descriptor, 'form' | 'version'>
  /** Returns the range that `choose` has put there. */
  asked(descriptor: Pick<Descriptor, 'form' | 'version'>): string | undefined
  /** Returns the short form in its canonical spelling. */
  write(form: Form, asked: string | undefined): string
}

export interface Split {
  readonly body: string
  readonly asked?: string
}

/** The common part of the rows of ecosystems with versions: `@RANGE` at the end. */
export const versioned = {
  split: (text: string): Split => splitAt(text, text.indexOf('@', 1)),
  choose: (form: Form, asked: string): Pick<Descriptor, 'form' | 'version'> => {
    const { text } = rangeOf(form.form, asked)
    return text === '' ? { form } : { form, version: text }
  },
  asked: ({ version }: Pick<Descriptor, 'form' | 'version'>): string | undefined => version,
}

/** Returns the parts before and after one character, or the whole text when the character is absent. */
export function splitAt(text: string, at: number): Split {
  return at < 0 ? { body: text } : { body: text.slice(0, at), asked: text.slice(at + 1) }
}

export function withAsked(body: string, asked: string | undefined): string {
  return asked === undefined ? body : `${body}@${asked}`
}
