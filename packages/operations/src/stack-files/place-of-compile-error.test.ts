import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { placeOfCompileError } from './place-of-compile-error.ts'

test('an error that only V8 sees has the file, the line and the column of the module that has it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-compile-error-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const written = Object.entries({
    'gone.ts': undefined,
    'lib.ts': 'export const a: number = 1\nlet q = 1; let q = 2',
    'other.ts': 'export const b = = 1',
    'a.stack.ts': "import { a } from './lib.ts'\nexport default () => ({ a })",
  }).map(([name, text]) => {
    if (text !== undefined) writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const place = (name: string, message: string): unknown => placeOfCompileError({ name, message }, written)
  const found = { file: join(folder, 'lib.ts'), line: 2, column: 16 }
  assert.deepEqual(place('SyntaxError', "Identifier 'q' has already been declared"), found)
  assert.equal(place('SyntaxError', "Identifier 'r' has already been declared"), undefined)
  assert.equal(place('TypeError', "Identifier 'q' has already been declared"), undefined)
})
