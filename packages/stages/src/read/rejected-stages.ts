/** A text of the same length that YAML accepts, and the original texts in the changed places. */
export interface RewrittenText {
  readonly text: string
  /** The original texts, by the offset at which each begins. */
  readonly rewritten: ReadonlyMap<number, string>
}

const stageLine =
  /^[ \t]*(?:-[ \t]+)*(?:stage|'stage'|"stage")[ \t]*:[ \t]+([^\s"'|>&*!{[#][^\n]*?)[ \t]*(?:#.*)?\r?$/gm

/** The same within braces: `{role: ['*'], stage: post_deployment:: 50, type: shell}`. */
const stageInBraces =
  /[{,][ \t]*(?:stage|'stage'|"stage")[ \t]*:[ \t]+([^\s"'|>&*!{[#,}][^\n,{}[\]"'#]*?)[ \t]*(?=[,}\r\n])/g

/**
 * YAML rejects a stage such as `post_deployment:: 50`, and with it the whole file, before Slipway can report what is meant. Puts letters in
 * place of every stage that has a colon in it, so that the rest can be read; `undefined` if there is none.
 */
export function rewriteStages(text: string): RewrittenText | undefined {
  const rewritten = new Map<number, string>()
  let changed = text
  for (const match of [...text.matchAll(stageLine), ...text.matchAll(stageInBraces)]) {
    const written = match[1] ?? ''
    if (!written.includes(':')) continue
    const start = match.index + match[0].indexOf(written, match[0].indexOf(':') + 1)
    rewritten.set(start, written)
    changed = changed.slice(0, start) + 'x'.repeat(written.length) + changed.slice(start + written.length)
  }
  return rewritten.size === 0 ? undefined : { text: changed, rewritten }
}
