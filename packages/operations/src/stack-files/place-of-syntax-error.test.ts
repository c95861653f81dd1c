import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import type { CallPlace } from '../inline/call-place.ts'
import { placeOfSyntaxError } from './place-of-syntax-error.ts'

/** The place in the error that Node throws for a module with this text. */
async function placeIn(context: TestContext, text: string, name = 'wrong é.ts'): Promise<CallPlace | undefined> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-syntax-error-')))
  context.after(() => rmSync(folder, { recursive: true }))
  const file = join(folder, name)
  writeFileSync(file, text)
  const thrown: unknown = await import(pathToFileURL(file).href).catch((error: unknown) => error)
  assert.ok(thrown instanceof SyntaxError)
  const place = placeOfSyntaxError(thrown.stack)
  assert.equal(place?.file, file)
  return place
}

/** The text without its mark `@`, and the place of the mark. */
function marked(text: string): { readonly text: string; readonly line: number; readonly column: number } {
  const lines = text.slice(0, text.indexOf('@')).split('\n')
  return { text: text.replace('@', ''), line: lines.length, column: (lines.at(-1) ?? '').length + 1 }
}

describe('the place of a syntax error', () => {
  for (const [what, written] of [
    ['in TypeScript', 'const a: number = 1\n  const b: number = @= 1\nconst c = 2\n'],
    ['behind tabs', 'const a: number = 1\n\tconst b =\t\t@= 1\n'],
    ['behind wide characters and accents', `const a = ["日本", "😀", "é", "e\u0301"]; const b: number = @= 1`],
    ['in a file with Windows line ends', 'const a: number = 1\r\nconst b: number = @= 1\r\n'],
    ['of syntax that is more than a type', 'class A {\n  constructor(private @y: string) {}\n}'],
    ['of syntax over several lines is its first line', 'const a = 1\n  @enum Size {\n    S\n  }\n'],
    ['at the end of the file', 'const a: number = 1\nconst b: number = (@'],
  ] as const)
    test(what, async (context) => {
      const { text, line, column } = marked(written)
      const place = await placeIn(context, text)
      assert.deepEqual([place?.line, place?.column], [line, column])
    })

  test('in a script', async (context) => {
    const { text, line, column } = marked('const a = "日本"\n\tconst b = @= 1\n')
    const place = await placeIn(context, text, '100%.cjs')
    assert.deepEqual([place?.line, place?.column], [line, column])
  })

  test('of an error with a stack of calls alone is unknown', () => {
    assert.equal(placeOfSyntaxError(new Error('x').stack), undefined)
    assert.equal(placeOfSyntaxError(undefined), undefined)
  })
})
