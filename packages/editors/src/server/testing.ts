import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { pathToFileURL } from 'node:url'
import {
  CompletionRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RenameRequest,
  ShutdownRequest,
  type CompletionItem,
  type PublishDiagnosticsParams,
} from 'vscode-languageserver/node'
import { TextDocument } from 'vscode-languageserver-textdocument'

const slipway = join(import.meta.dirname, '../../../slipway/bin/slipway')

const ignore = (): void => {}

/** An editor with the language server of the command line behind it, and a project in a folder of its own. */
export async function editorIn(context: TestContext) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-editor-')))
  const env = { PATH: process.env['PATH'], HOME: folder, TMPDIR: folder }
  const server = spawn(slipway, ['lsp', '--stdio'], { cwd: folder, env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(server, 'exit')
  const connection = createProtocolConnection(server.stdout, server.stdin)
  const told: PublishDiagnosticsParams[] = []
  let onTold = ignore
  connection.onNotification(PublishDiagnosticsNotification.type, (params) => {
    told.push(params)
    onTold()
  })
  connection.listen()
  context.after(async () => {
    await connection.sendRequest(ShutdownRequest.type)
    await connection.sendNotification(ExitNotification.type)
    assert.deepEqual(await ended, [0, null])
    connection.dispose()
    rmSync(folder, { recursive: true, force: true })
  })
  const { capabilities } = await connection.sendRequest(InitializeRequest.type, {
    processId: null,
    rootUri: null,
    capabilities: {},
  })
  assert.equal(capabilities.hoverProvider, true)
  return {
    folder,
    connection,
    /** Waits for the next messages about a file for which `isIt` is true. */
    async messages(uri: string, isIt: (messages: readonly string[]) => boolean): Promise<readonly string[]> {
      for (;;) {
        const { promise, resolve } = Promise.withResolvers<void>()
        onTold = resolve
        for (const one of told.splice(0)) {
          const found = one.diagnostics.map(({ message }) => (typeof message === 'string' ? message : message.value))
          if (one.uri === uri && isIt(found)) return found
        }
        await promise
      }
    },
  }
}

/**
 * Installs a plugin of the tests for the editor's user.
 *
 * @param place `providers/acme/maths`
 * @param source a file in `test/plugins`
 */
export function install({ folder }: Editor, place: string, source: string): void {
  const plugin = join(folder, '.celerity/deploy-engine/plugins/bin', place, '1.0.0/plugin')
  mkdirSync(dirname(plugin), { recursive: true })
  const script = join(import.meta.dirname, '../../../../test/plugins', source)
  writeFileSync(plugin, `#!/bin/sh\nexec '${process.execPath}' '${script}'\n`)
  chmodSync(plugin, 0o755)
}

type Editor = Awaited<ReturnType<typeof editorIn>>

export async function open({ connection, folder }: Editor, name: string, text: string) {
  const file = join(folder, name)
  writeFileSync(file, text)
  const uri = pathToFileURL(file).href
  let document = TextDocument.create(uri, 'blueprint', 1, text)
  await connection.sendNotification(DidOpenTextDocumentNotification.type, {
    textDocument: { uri, languageId: 'blueprint', version: 1, text },
  })
  const at = (part: string, more = 0) => ({
    textDocument: { uri },
    position: document.positionAt(document.getText().indexOf(part) + more),
  })
  return {
    uri,
    at,
    async change(from: string, to: string): Promise<void> {
      const start = document.getText().indexOf(from)
      const range = { start: document.positionAt(start), end: document.positionAt(start + from.length) }
      const version = document.version + 1
      document = TextDocument.update(document, [{ range, text: to }], version)
      await connection.sendNotification(DidChangeTextDocumentNotification.type, {
        textDocument: { uri, version },
        contentChanges: [{ range, text: to }],
      })
    },
    async labels(part: string, more: number): Promise<readonly string[]> {
      const found = (await connection.sendRequest(CompletionRequest.type, at(part, more))) as CompletionItem[] | null
      return (found ?? []).map(({ label }) => label)
    },
    /** The text after a rename. */
    async renamed(part: string, newName: string): Promise<string> {
      const edit = await connection.sendRequest(RenameRequest.type, { ...at(part, 1), newName })
      return TextDocument.applyEdits(document, edit?.changes?.[uri] ?? [])
    },
  }
}
