import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '../..')

test('imports are resolved as Node itself resolves them', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-resolved-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  // The hooks that are registered last are called first, and see what all others answer.
  const recording = join(folder, 'recording.mjs')
  writeFileSync(
    recording,
    `import { registerHooks } from 'node:module'
const seen = {}
registerHooks({
  resolve(specifier, context, next) {
    const { url, format } = next(specifier, context)
    seen[[specifier, context.parentURL]] = [url, format ?? null]
    return { url, format }
  },
})
await import(process.env.IMPORTED)
console.log(JSON.stringify(seen))
`,
  )
  const seen = (imported: string, ...before: readonly string[]): Readonly<Record<string, readonly string[]>> => {
    const env = { ...process.env, IMPORTED: join(root, imported) }
    const nodeArgs = before.flatMap((file) => ['--import', join(root, file)])
    return JSON.parse(execFileSync(process.execPath, [...nodeArgs, recording], { env, encoding: 'utf8' }))
  }
  for (const imported of ['packages/installer/src/index.ts', 'test/interop/pulumi/machine.ts']) {
    const ofNode = seen(imported)
    assert.ok(Object.keys(ofNode).length > 10)
    assert.deepEqual(seen(imported, 'tools/tests/resolve-own.ts'), ofNode)
  }
})
