import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { isMap, type Value } from '@slipway/model'
import { readYaml, treeToValue } from '@slipway/source'
import fc from 'fast-check'
import { MapEdit, scalar } from './edit-map.ts'

function valueOf(text: string): Readonly<Record<string, Value>> {
  const { tree, diagnostics } = readYaml('Pulumi.dev.yaml', text)
  assert.deepEqual(diagnostics, [], text)
  const value = tree === undefined ? null : treeToValue(tree)
  return isMap(value) ? value : {}
}

function configIn(text: string): Readonly<Record<string, Value>> {
  const { config = null } = valueOf(text)
  return isMap(config) ? config : {}
}

function edited(text: string, work: (edit: MapEdit) => void): string {
  const edit = new MapEdit('Pulumi.dev.yaml', text)
  work(edit)
  return edit.text
}

describe('a change of one entry of a file', () => {
  const file = `# of the shop
encryptionsalt: v1:abc # keep it
config:
  # where it runs
  aws:region: eu-west-1 # not us-east-1
  shop:token:
    secure: v1:x:y
  shop:text: |
    two
    lines

  shop:list:
    - 1 # one
    - 2
# at the end
other: {a: b}
`
  const cases: readonly [string, (edit: MapEdit) => void, string][] = [
    [
      'keeps the remark beside the value, and everything else',
      (edit) => edit.setIn('config', 'aws:region', ['eu-north-1']),
      file.replace('eu-west-1', 'eu-north-1'),
    ],
    [
      'replaces several lines by one',
      (edit) => edit.setIn('config', 'shop:token', ['plain']),
      file.replace('shop:token:\n    secure: v1:x:y', 'shop:token: plain'),
    ],
    [
      'replaces a block of text by several lines',
      (edit) => edit.setIn('config', 'shop:text', ['', 'secure: z']),
      file.replace('shop:text: |\n    two\n    lines', 'shop:text:\n    secure: z'),
    ],
    [
      'adds behind the last entry of the section',
      (edit) => edit.setIn('config', 'shop:new', ['1']),
      file.replace('    - 2\n', '    - 2\n  shop:new: 1\n'),
    ],
    [
      'takes away an entry with its remark, and leaves the one above it',
      (edit) => edit.remove('config', 'aws:region'),
      file.replace('  aws:region: eu-west-1 # not us-east-1\n', ''),
    ],
    [
      'takes away an entry of several lines',
      (edit) => edit.remove('config', 'shop:list'),
      file.replace('  shop:list:\n    - 1 # one\n    - 2\n', ''),
    ],
    [
      'sets what stands at the top',
      (edit) => edit.setTop('encryptionsalt', 'v1:new'),
      file.replace('v1:abc', 'v1:new'),
    ],
  ]
  for (const [what, work, expected] of cases) test(what, () => assert.equal(edited(file, work), expected))

  const starts: readonly [string, string][] = [
    ['', 'config:\n  shop:a: x\n'],
    ['# nothing yet', '# nothing yet\nconfig:\n  shop:a: x\n'],
    ['config: {}\n', 'config:\n  shop:a: x\n'],
    ['config:\nother: 1\n', 'other: 1\nconfig:\n  shop:a: x\n'],
    ['config: {b: c}\nother: 1\n', 'config:\n  b: c\n  shop:a: x\nother: 1\n'],
    ['config:\n    b: c', 'config:\n    b: c\n    shop:a: x\n'],
    ['config:\r\n  b: c\r\n', 'config:\r\n  b: c\r\n  shop:a: x\r\n'],
  ]
  for (const [before, after] of starts)
    test(`adds to ${JSON.stringify(before)}`, () =>
      assert.equal(
        edited(before, (edit) => edit.setIn('config', 'shop:a', ['x'])),
        after,
      ))

  test('leaves an empty section where the last entry goes', () => {
    assert.equal(
      edited('a: 1\nconfig:\n  # remark\n  b: c # beside\nz: 2\n', (edit) => edit.remove('config', 'b')),
      'a: 1\nconfig: {} # beside\nz: 2\n',
    )
    assert.equal(new MapEdit('x', 'config:\n  b: c\n').remove('config', 'd'), false)
  })

  test('refuses JSON, and unreadable files', () => {
    assert.throws(() => new MapEdit('x', '{"config": {}}'), { code: 'stack/bad-file' })
    assert.throws(() => new MapEdit('x', 'config: [1'), { name: 'Failure' })
  })

  test('any text comes back as the same text', () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: 'binary' }), fc.constantFrom('yes', '1e3', '0x1', '~')),
        (text) => {
          const clean = text.toWellFormed()
          assert.equal(valueOf(`a: ${scalar(clean)}`)['a'], clean)
        },
      ),
    )
  })

  test('changes only the requested entries, in any order', () => {
    const key = fc.constantFrom('shop:a', 'shop:b', 'aws:region', 'x:y', 'p:q')
    const value = fc.oneof(
      fc.string({ maxLength: 8 }).map((text) => [scalar(text.toWellFormed())]),
      fc.constant(['', 'secure: v1:a:b']),
    )
    const start = fc.constantFrom(
      '',
      file,
      'config: {}\n',
      'config: {aws:region: eu, "x:y": [1, 2]}\n',
      'z: 1\nconfig:\n  x:y: >-\n    long\n    text\n',
    )
    const step = fc.oneof(fc.record({ key, value }), fc.record({ key }))
    fc.assert(
      fc.property(start, fc.array(step, { maxLength: 8 }), (before, steps) => {
        const edit = new MapEdit('Pulumi.dev.yaml', before)
        const expected: Record<string, Value> = { ...configIn(before) }
        const { config: _, ...others } = valueOf(before)
        for (const each of steps) {
          if ('value' in each) {
            edit.setIn('config', each.key, each.value)
            const [first, second] = each.value
            expected[each.key] = valueOf(second === undefined ? `a: ${first}` : `a:\n  ${second}`)['a'] ?? null
          } else {
            assert.equal(edit.remove('config', each.key), each.key in expected)
            delete expected[each.key]
          }
        }
        assert.deepEqual({ ...configIn(edit.text) }, expected)
        const { config: __, ...rest } = valueOf(edit.text)
        assert.deepEqual({ ...rest }, { ...others })
      }),
    )
  })
})
