import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CodeActionRequest, ExecuteCommandRequest, ShowMessageRequest } from 'vscode-languageserver/node'
import { editorIn, open } from './testing.ts'

test('a missing plugin is offered as a command to run, and not installed', { timeout: 120_000 }, async (context) => {
  const editor = await editorIn(context)
  const { promise: shown, resolve } = Promise.withResolvers<string>()
  editor.connection.onRequest(ShowMessageRequest.type, ({ message }) => {
    resolve(message)
    return null
  })
  const text = `version: 2025-11-02
metadata: { slipway: { plugins: { acme/signal: ^1.0 } } }
resources:
  light: { type: signal/thing }
`
  const file = await open(editor, 'app.blueprint.yaml', text)
  const [told = ''] = await editor.messages(file.uri, (found) => found.length > 0)
  assert.match(
    told,
    /no provider for "signal" is installed\nslipway plugin install 'acme\/signal@\^1\.0' installs it, and/,
  )
  const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } }
  const ask = (message: string) =>
    editor.connection.sendRequest(CodeActionRequest.type, {
      textDocument: { uri: file.uri },
      range,
      context: { diagnostics: [{ range, source: 'slipway', message }] },
    })
  assert.deepEqual(await ask('there is no resource "nots"'), [])
  const [offer] = (await ask(told)) ?? []
  assert.equal(offer?.title, "Install the plugin in a terminal: slipway plugin install 'acme/signal@^1.0'")
  assert.ok(typeof offer.command === 'object')
  await Promise.all([
    editor.connection.sendRequest(ExecuteCommandRequest.type, offer.command),
    shown.then((message) => assert.match(message, /in a terminal.*slipway plugin install 'acme\/signal@\^1\.0'$/)),
  ])
})
