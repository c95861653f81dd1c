import assert from 'node:assert/strict'

/** Clears the screen, hides the next text, sets the title, rings, reverses the direction of writing, begins a C1 sequence. */
export const steering = '\u001B[2J\u001B[8m\u001B]0;title\u0007\b\u202Eabc\u2066\u009B31m\u0085'

/** Lines that CI systems read as commands. */
export const orders = [
  'one',
  '::add-mask::x',
  ' \t::stop-commands::y',
  '##[add-mask]z',
  'a ##vso[task.complete result=Failed;]',
].join('\n')

/** The parts of a text that a runner would obey. */
export function ordersIn(text: string): readonly string[] {
  return text.match(/^\s*::.*$|^.*##\w*\[.*$/gmu) ?? []
}

/** Fails when the text contains anything that a terminal would obey, except line breaks. */
export function assertPlain(text: string): void {
  const found = /(?!\n)[\p{Cc}\p{Bidi_Control}]/u.exec(text)
  assert.equal(found, null, `${JSON.stringify(found?.[0])} in ${JSON.stringify(text.slice(0, 2000))}`)
}
