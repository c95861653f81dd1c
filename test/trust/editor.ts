import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'

/** An editor's messages to a language server: it opens a file, asks for completions, and leaves, all at once. */
export function inEditor(file: string): string {
  const uri = pathToFileURL(file).href
  const text = readFileSync(file, 'utf8')
  const line = text.split('\n').findIndex((each) => each.includes('notes/note'))
  return [
    { id: 1, method: 'initialize', params: { processId: null, rootUri: null, capabilities: {} } },
    { method: 'initialized', params: {} },
    {
      method: 'textDocument/didOpen',
      params: { textDocument: { uri, languageId: 'blueprint', version: 1, text } },
    },
    { id: 2, method: 'textDocument/completion', params: { textDocument: { uri }, position: { line, character: 20 } } },
  ]
    .map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    .map((message) => `Content-Length: ${Buffer.byteLength(message)}\r\n\r\n${message}`)
    .join('')
}
