import assert from 'node:assert/strict'
import { describe, test } from '../../../../test/cases.ts'
import { HoverRequest } from 'vscode-languageserver/node'
import { editorIn, install, open } from './testing.ts'

const forms: Readonly<Record<string, string>> = {
  'market.yaml': `version: 2025-11-02
transform: shops-2026
resources:
  fruit:
    type: shops/shop
    spec:
      owner: Ada
      goods: []
`,
  'market.json': `{ "version": "2025-11-02", "transform": "shops-2026",
  "resources": { "fruit": { "type": "shops/shop", "spec": {
      "owner": "Ada", "goods": [] } } } }
`,
  'market.bp': `version "2025-11-02"
transform "shops-2026"
resource fruit: shops/shop {
    spec {
        owner = "Ada"
        goods = []
    }
}
`,
}

describe('slipway lsp', { concurrency: 1 }, () => {
  for (const [name, text] of Object.entries(forms)) {
    test(`${name}: types of transformers are known like others`, async (context) => {
      const editor = await editorIn(context)
      install(editor, 'transformers/acme/shops', 'shops.ts')
      const file = await open(editor, name, text)
      assert.deepEqual(await editor.messages(file.uri, () => true), [])
      assert.ok((await file.labels('shops/shop', 'shops/'.length)).includes('shops/shop'))
      assert.deepEqual(await file.labels('shops-2026', 'shops-'.length), ['shops-2026'])
      const hover = await editor.connection.sendRequest(HoverRequest.type, file.at('shops/shop', 2))
      assert.match(JSON.stringify(hover?.contents), /Shop.*A sign, and a list of what is sold/)
      const found = await file.labels('goods', 'go'.length)
      assert.ok(found.includes('folder') && !found.includes('sign'), found.join())
    })
  }
})
