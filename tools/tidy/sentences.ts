/** The sentences that the product says: its texts and templates, cut at `. `, `; ` and `: `. */
import { parseSync, Visitor, type Expression } from 'oxc-parser'
import type { SourceFile } from './sources.ts'

/** Shorter texts are phrases, which may stand in many places. A value in a template counts as a word. */
const fewestWords = 5

/** Every place of each sentence, such as `packages/engine/src/plan/guard/guards.ts:12`. */
export function sentencesIn(files: readonly SourceFile[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>()
  for (const { path, text } of files) {
    const keys = new Set<number>()
    const note = (whole: string, at: number): void => {
      if (keys.has(at)) return
      for (const sentence of whole.split(/[.;:]\s|\n/).map((part) => part.trim().replace(/\s+/g, ' '))) {
        const words = sentence.split(' ')
        if (words.length < fewestWords || words.filter((word) => /[a-z]{2}/.test(word)).length < 3) continue
        const place = `${path}:${text.slice(0, at).split('\n').length}`
        const known = found.get(sentence)
        if (known === undefined) found.set(sentence, [place])
        else known.push(place)
      }
    }
    // A text that serves as a key in the code, or that the code compares with, is no sentence.
    const skip = (node: Expression | { readonly start: number }): void => void keys.add(node.start)
    new Visitor({
      Property: ({ key }) => skip(key),
      BinaryExpression: ({ left, right }) => [left, right].forEach(skip),
      TSLiteralType: ({ literal }) => skip(literal),
      Literal: ({ value, start }) => void (typeof value === 'string' && note(value, start)),
      TemplateLiteral: ({ quasis, start }) => note(quasis.map(({ value }) => value.cooked ?? '').join('…'), start),
    }).visit(parseSync(path, text).program)
  }
  return found
}
