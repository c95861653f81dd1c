import assert from 'node:assert/strict'
import { test } from 'node:test'
import { scriptStrings } from './script-strings.ts'

const values = (source: string): readonly string[] => scriptStrings(source).map(({ value }) => value)

test('texts are found, and lookalikes are not', () => {
  const source = `#!/usr/bin/env -S node 'no'
// 'no' "no"
/* 'no' */ const a = 'one', b = "two", c = \`three\`
const ratio = a / b / 'four'.length
const quote = /['"\`]/.test('five') && x.replace(/[/'"]+/g, '')
const nested = \`no \${f('six', \`no \${'seven'}\`)} no\`
const escaped = 'it\\'s'
return /'no'/
`
  assert.deepEqual(values(source), ['one', 'two', 'three', 'four', 'five', '', 'six', 'seven', "it's"])
})

test('a text knows its receiver, and the words before it', () => {
  const [from, name, type, path, own, label] = scriptStrings(`import x from './lib.ts'
s.resource('page', 'local/file', { path: 'a.txt' }, { dependsOn: [y] })
export const note = defineResource({ schema: z.object({ a: z.string() }), type: 'acme/note', label })
const label = 'unused'`)
  assert.deepEqual([from?.value, from?.after, from?.call], ['./lib.ts', 'from', undefined])
  assert.deepEqual(name?.call, { name: 'resource', argument: 0 })
  assert.deepEqual([type?.value, type?.call], ['local/file', { name: 'resource', argument: 1 }])
  assert.deepEqual([path?.property, path?.call], ['path', { name: 'resource', argument: 2 }])
  assert.deepEqual([own?.value, own?.property, own?.call?.name], ['acme/note', 'type', 'defineResource'])
  assert.deepEqual([label?.after, label?.call, label?.followedBy], ['=', undefined, ''])
  assert.equal(scriptStrings("f('x' as AnyType)")[0]?.followedBy, 'as')
})

test('a source that ends in the middle, or nests deep, is no failure', () => {
  for (const source of ["'open", '`open', '`open ${', '/* open', 'x = /open', ')]}', '`${`${`${'])
    assert.ok(Array.isArray(scriptStrings(source)))
  assert.deepEqual(values(`${'('.repeat(200_000)}'deep'`), ['deep'])
  assert.deepEqual(values(`${'=/['.repeat(200_000)}\nf('next')`), ['next'])
})
