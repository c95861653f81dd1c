import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../../../../test/cases.ts'
import { pathToFileURL } from 'node:url'
import { DefinitionRequest, HoverRequest, type Location } from 'vscode-languageserver/node'
import { editorIn, install, open } from './testing.ts'

const child = `version: 2025-11-02
variables:
  cidr: { type: string, description: Addresses of the network. }
  base: { type: maths/base, default: 10 }
values:
  half: { type: string, value: "\${variables.cidr}" }
exports:
  range: { type: string, field: values.half, description: What was taken. }
`

interface Written {
  readonly text: string
  /** The text of one variable of the child, and the place after it where another one can begin. */
  readonly variable: string
  readonly more: string
}

const forms: Readonly<Record<string, Written>> = {
  'site.yaml': {
    text: `version: 2025-11-02
variables:
  size: { type: maths/base, default: 2 }
include:
  net:
    path: nets/net.yaml
    variables:
      cidr: 10.0.0.0/16
exports:
  all: { type: string, field: children.net.range }
`,
    variable: 'cidr: 10.0.0.0/16',
    more: '\n      base: ',
  },
  'site.json': {
    text: `{ "version": "2025-11-02",
  "variables": { "size": { "type": "maths/base", "default": 2 } },
  "include": { "net": { "path": "nets/net.yaml", "variables": { "cidr": "10.0.0.0/16" } } },
  "exports": { "all": { "type": "string", "field": "children.net.range" } } }
`,
    variable: '"cidr": "10.0.0.0/16"',
    more: ', "base": ',
  },
  'site.bp': {
    text: `version "2025-11-02"
variable size: maths/base {
    default = 2
}
include net "nets/net.yaml" {
    variables {
        cidr = "10.0.0.0/16"
    }
}
export all: string {
    field = children.net.range
}
`,
    variable: 'cidr = "10.0.0.0/16"',
    more: '\n        base = ',
  },
}

const including = (path: string) =>
  `version: 2025-11-02\ninclude:\n  net:\n    path: ${path}\n    variables:\n      a: 1\n`

describe('slipway lsp', { concurrency: 1 }, () => {
  for (const [name, { text, variable, more }] of Object.entries(forms)) {
    test(`${name}: types of variables, and the inputs and exports of a child`, async (context) => {
      const editor = await editorIn(context)
      install(editor, 'providers/acme/maths', 'maths.ts')
      mkdirSync(join(editor.folder, 'nets'))
      const childFile = join(editor.folder, 'nets/net.yaml')
      writeFileSync(childFile, child)
      const file = await open(editor, name, text)
      assert.deepEqual(await editor.messages(file.uri, () => true), [])

      const hover = async (part: string, into: number): Promise<string> => {
        const found = await editor.connection.sendRequest(HoverRequest.type, file.at(part, into))
        return JSON.stringify(found?.contents)
      }
      const target = async (part: string, into: number): Promise<string> => {
        const [found] = (await editor.connection.sendRequest(DefinitionRequest.type, file.at(part, into))) as Location[]
        assert.equal(found?.uri, pathToFileURL(childFile).href)
        const { start, end } = found.range
        assert.equal(start.line, end.line)
        return (child.split('\n')[start.line] ?? '').slice(start.character, end.character)
      }

      assert.match(await hover('maths/base', 2), /Of numbers\..*`2 \(Binary\)`, `10 \(Decimal\)`/)
      assert.ok((await file.labels('maths/base', 'maths/'.length)).includes('maths/base'))

      assert.match(await hover('net.range', 5), /export \*\*range\*\*: string.*What was taken/)
      assert.match(await hover('nets/net.yaml', 3), /`base`: maths\/base, may be left out.*`range`: string/)
      assert.match(await hover('cidr', 1), /variable \*\*cidr\*\*: string.*Addresses of the network/)
      assert.equal(await target('net.range', 6), 'range')
      assert.equal(await target('cidr', 1), 'cidr')
      assert.equal(await target('nets/net.yaml', 3), '')

      await file.change('children.net.range', 'children.net.')
      assert.deepEqual(await file.labels('children.net.', 'children.net.'.length), ['range'])
      await file.change('children.net.', 'children.net.range')
      await file.change(variable, `${variable}${more}2`)
      assert.deepEqual((await file.labels(`${more}2`, more.length + 1)).slice(0, 2), ['2', '10'])
      await file.change(`${variable}${more}2`, 'c')
      assert.deepEqual(await file.labels(text.slice(0, text.indexOf(variable)), text.indexOf(variable) + 1), [
        'cidr',
        'base',
      ])
    })
  }

  test('a child that is a pipe, too large or missing keeps nobody waiting', async (context) => {
    const editor = await editorIn(context)
    const file = await open(editor, 'site.yaml', including('/dev/stdin'))
    assert.match((await editor.messages(file.uri, (found) => found.length > 0)).join(), /\/dev\/stdin/)
    const paths = ['/dev/stdin', '/dev/zero', 'nothing.yaml', '.']
    for (const [index, path] of paths.entries()) {
      if (index > 0) await file.change(`path: ${paths[index - 1]}`, `path: ${path}`)
      assert.deepEqual(await file.labels('a: 1', 0), [], path)
    }
  })
})
