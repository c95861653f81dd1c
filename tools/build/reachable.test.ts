import assert from 'node:assert/strict'
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from 'node:test'
import { keepReachable } from './reachable.ts'

test('declarations that no published one imports are left out', (context) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-reachable-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const files = {
    'index.d.ts': "export * from './a.ts';\nexport type { B } from './b/b.js';\n",
    'a.d.ts': "import type { C } from './c.ts';\nimport './side.ts';\nexport declare const c: C;\n",
    'b/b.d.ts':
      "// import site from './site.stack.ts'\nexport type B = import('../d.ts').D;\nimport { x } from '@slipway/x';\n",
    'c.d.ts': "import type { A } from './a.ts';\nexport type C = typeof A;\n",
    'd.d.ts': 'export type D = 1;\n',
    'side.d.ts': 'export {};\n',
    'b/unseen.d.ts': "export * from './b.ts';\n",
    'unseen.d.ts': 'export {};\n',
  }
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  keepReachable([join(folder, 'index.d.ts')], folder)
  const seen = ['a.d.ts', 'b/b.d.ts', 'c.d.ts', 'd.d.ts', 'index.d.ts', 'side.d.ts']
  assert.deepEqual(globSync('**/*.d.ts', { cwd: folder }).toSorted(), seen)
})
