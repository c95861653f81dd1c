import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { isPlainScript } from './plain-script.ts'

const texts: readonly (readonly [text: string, isPlain: boolean])[] = [
  ["import { stack } from 'slipway'\nexport default stack({}, (s, v) => ({ a: v.n > 1 ? `${v.n}` : s.name }))", true],
  ['for (let i = 0; i < 3; i++) await import("./lib.ts")', true],
  ['const a: string = "b"', false],
  ['import type { A } from "./a.ts"', false],
  ['export default (s) => s.name as string', false],
  ['export const a = b!', false],
  // JavaScript would compare.
  ['export const a = f<T>(x)', false],
  ['export const a = f<Map<string, T>> (x)', false],
  ['export const a = f<T>/* typed */(x)', false],
  ['export const a = tag<T>`x`', false],
  ['export const a = new Set<T>(x)', false],
  ['const make = box<T>\nmake(x)', false],
  ['const make = box<Map<string, T>> \r\nawait x', false],
  ['export const later = (x) =>\n  x', true],
  ['enum Size { S }', false],
  ['const = 3', false],
]

test('a text without types is told from one with types, also where JavaScript understands it differently', () => {
  const script = `import { isPlainScript } from ${JSON.stringify(join(import.meta.dirname, 'plain-script.ts'))}
process.stdout.write(JSON.stringify(JSON.parse(process.argv[1]).map(isPlainScript)))`
  const switches = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', '--input-type=module']
  const given = JSON.stringify(texts.map(([text]) => text))
  const found = JSON.parse(
    execFileSync(process.execPath, [...switches, '--eval', script, given], { encoding: 'utf8' }),
  ) as boolean[]
  assert.deepEqual(
    found,
    texts.map(([, isPlain]) => isPlain),
  )
  assert.equal(isPlainScript('0'), false)
})
