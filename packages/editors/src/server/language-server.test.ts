import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../../../../test/cases.ts'
import { pathToFileURL } from 'node:url'
import {
  CompletionRequest,
  DefinitionRequest,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  HoverRequest,
  ReferencesRequest,
} from 'vscode-languageserver/node'
import { editorIn, open } from './testing.ts'

const forms: Readonly<Record<string, string>> = {
  'site.blueprint.yaml': `version: 2025-11-02
variables:
  who: { type: string }
resources:
  note:
    type: local/file
    spec:
      path: "\${variables.who}.txt"
      content: hello
  copy:
    type: local/file
    spec: { path: copy.txt, content: "\${note.spec.sha256}" }
`,
  'site.blueprint.json': `{ "version": "2025-11-02",
  "variables": { "who": { "type": "string" } },
  "resources": {
    "note": { "type": "local/file", "spec": { "path": "\${variables.who}.txt", "content": "hello" } },
    "copy": { "type": "local/file", "spec": { "path": "copy.txt", "content": "\${note.spec.sha256}" } } } }
`,
  'site.bp': `version "2025-11-02"
variable who: string {
}
resource note: local/file {
    spec {
        path = "\${variables.who}.txt"
        content = "hello"
    }
}
resource copy: local/file {
    spec {
        path = "copy.txt"
        content = note.spec.sha256
    }
}
`,
}

describe('slipway lsp', { concurrency: 1 }, () => {
  for (const [name, text] of Object.entries(forms)) {
    test(`${name}: mistakes, completion, hover, definition, rename`, async (context) => {
      const editor = await editorIn(context)
      const file = await open(editor, name, text)
      const [left, ...others] = await editor.messages(file.uri, (found) => found.length > 0)
      assert.match(left ?? '', /^not everything could be checked: the variable "who" has no value/)
      assert.deepEqual(others, [])

      await file.change('hello', '${nots.spec.path}')
      const wrong = await editor.messages(file.uri, (found) => found.length > 1)
      assert.match(wrong.join('\n'), /there is no resource "nots"\ndid you mean "note"\?/)
      await file.change('nots.spec.path', 'note.spec.')
      assert.ok((await file.labels('${note.spec.', '${note.spec.'.length)).includes('sha256'))
      assert.ok((await file.labels('local/file', 'local/'.length)).includes('local/directory'))
      await file.change('${note.spec.}', 'hello')

      const hover = await editor.connection.sendRequest(HoverRequest.type, file.at('note.spec.sha256', 2))
      assert.match(JSON.stringify(hover?.contents), /note\.spec\.sha256\*\*: string, computed/)
      const type = await editor.connection.sendRequest(HoverRequest.type, file.at('local/file', 2))
      assert.match(JSON.stringify(type?.contents), /local\/file/)
      const definition = await editor.connection.sendRequest(DefinitionRequest.type, file.at('variables.who', 11))
      const start = file.at('who').position
      assert.deepEqual(definition, [
        { uri: file.uri, range: { start, end: { ...start, character: start.character + 3 } } },
      ])
      const references = await editor.connection.sendRequest(ReferencesRequest.type, {
        ...file.at('note.spec'),
        context: { includeDeclaration: true },
      })
      assert.equal(references?.length, 2)
      assert.equal(await file.renamed('note.spec', 'page'), text.replaceAll('note', 'page'))
      await assert.rejects(file.renamed('note.spec', 'no name'), /cannot be a name/)
    })
  }

  test('a mistake in a child is shown in the child, and removed once it is mended', async (context) => {
    const editor = await editorIn(context)
    const child = join(editor.folder, 'child.yaml')
    writeFileSync(child, 'version: 2025-11-02\nexports: { a: { type: string, field: nothing.spec.b } }\n')
    const file = await open(editor, 'site.yaml', 'version: 2025-11-02\ninclude: { c: { path: child.yaml } }\n')
    const uri = pathToFileURL(child).href
    assert.match((await editor.messages(uri, (found) => found.length > 0)).join(), /there is no resource "nothing"/)
    await editor.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri: file.uri } })
    assert.deepEqual(await editor.messages(uri, (found) => found.length === 0), [])
  })

  test('an unsaved text of any content is read', async (context) => {
    const editor = await editorIn(context)
    const uri = 'untitled:Untitled-1.bp'
    for (const text of ['resource x: {{{ "', '']) {
      await editor.connection.sendNotification(DidOpenTextDocumentNotification.type, {
        textDocument: { uri, languageId: 'blueprint', version: 1, text },
      })
      assert.ok((await editor.messages(uri, (found) => found.length > 0)).length > 0)
      const position = { line: 0, character: text.length }
      await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position })
      await editor.connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position })
      await editor.connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } })
    }
  })
})

test('a blueprint without a path on this machine gets help, too', async (context) => {
  const editor = await editorIn(context)
  for (const uri of ['file://server/share/site.blueprint.yaml', 'file:///a%2Fb/site.blueprint.yaml']) {
    const text = 'version: 2025-11-02\nresources: 5\n'
    const textDocument = { uri, languageId: 'blueprint', version: 1, text }
    await editor.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument })
    assert.notEqual((await editor.messages(uri, (all) => all.length > 0)).length, 0)
    const position = { line: 0, character: 2 }
    assert.ok(await editor.connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position }))
  }
})
