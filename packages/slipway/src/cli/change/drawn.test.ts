import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { runNow } from '../../../../../test/ledger/command.ts'

/** A blueprint with this content in its two pages. */
function blueprint(content: string, values = ''): string {
  return `version: 2025-11-02
values:${values}
  id: { type: string, value: '\${uuid()}' }
resources:
  page:
    type: local/file
    each: ['a', 'b']
    spec: { path: "\${elem}.txt", content: '${content}' }
`
}

function project(context: TestContext) {
  const folder = mkdtempSync(join(tmpdir(), 'slipway-drawn-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  const env = {
    ...process.env,
    HOME: join(folder, 'home'),
    CI: 'true',
    FORCE_COLOR: undefined,
    NODE_TEST_CONTEXT: undefined,
  }
  return {
    write: (text: string) => writeFileSync(join(folder, 'site.blueprint.yaml'), text),
    pages: () => ['a.txt', 'b.txt'].map((name) => readFileSync(join(folder, name), 'utf8').split(' ')),
    slipway: (...args: readonly string[]): string => {
      const { code, stdout, stderr } = runNow({ folder, env }, ...args)
      assert.equal(code, 0, stderr)
      return `${stdout}${stderr}`
    },
  }
}

test('uuid and datetime keep their values as long as the call stays in place', (context) => {
  const { write, pages, slipway } = project(context)
  const content = '${values.id} ${uuid()} ${uuid()} ${datetime("unix")}'
  write(blueprint(content))
  slipway('up', '--yes')
  const [a = [], b = []] = pages()
  assert.equal(a[0], b[0])
  assert.equal(new Set([...a.slice(0, 3), ...b.slice(0, 3)]).size, 5)

  assert.match(slipway('up', '--yes'), /Nothing to do/)
  write(
    blueprint(
      `\${values.id} \${uuid()} \${uuid()} \${datetime("unix")} more`,
      '\n  other: { type: string, value: "${uuid()}" }',
    ),
  )
  slipway('up', '--yes', '--target', 'page_0')
  slipway('up', '--yes')
  assert.deepEqual(pages(), [
    [...a, 'more'],
    [...b, 'more'],
  ])
})

test('a saved plan brings its random values along', (context) => {
  const { write, pages, slipway } = project(context)
  write(blueprint('${values.id}'))
  slipway('plan', '--out', 'it.plan')
  const [, shown] = /content: "([0-9a-f-]{36})"/.exec(slipway('plan', '--out', 'it.plan', '--force')) ?? []
  slipway('up', '--yes', '--plan', 'it.plan')
  assert.deepEqual(pages(), [[shown], [shown]])
  assert.match(slipway('up', '--yes'), /Nothing to do/)
})
