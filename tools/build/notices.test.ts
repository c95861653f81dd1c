import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { licenceNotices } from './notices.ts'

const granted = 'Permission is hereby granted, free of charge'

function noticeOf(context: TestContext, license: string, files: Readonly<Record<string, string>>): string {
  const root = mkdtempSync(join(tmpdir(), 'slipway-notices-'))
  context.after(() => rmSync(root, { recursive: true, force: true }))
  const manifest = JSON.stringify({ name: 'a', version: '1.0.0', license, author: { name: 'Ann' } })
  for (const [path, text] of Object.entries({ 'package.json': manifest, 'lib/a.js': '', ...files })) {
    const file = join(root, 'node_modules/a', path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  return licenceNotices(root, ['packages/own/src/b.ts', 'node_modules/a/lib/a.js'])
}

test('the licence and the notice of a package are there, however their files are spelled', (context) => {
  const files = { 'License.txt': 'the licence\n', NOTICE: 'made by Ann\n', 'README.md': 'no' }
  assert.equal(noticeOf(context, 'Apache-2.0', files), '== a 1.0.0 (Apache-2.0)\n\nthe licence\n\nmade by Ann\n')
})

test('a licence that stands in the README, or is only named, is written out', (context) => {
  const readme = `# a\n## License\n\nCopyright Bob\n\n${granted}\n`
  assert.equal(noticeOf(context, 'MIT', { 'README.md': readme }), `== a 1.0.0 (MIT)\n\nCopyright Bob\n\n${granted}\n`)
  assert.match(noticeOf(context, 'MIT', {}), new RegExp(`Copyright \\(c\\) Ann\n\n${granted}`))
  assert.throws(() => noticeOf(context, 'BSD-3-Clause', {}), /a holds no text of its licence, BSD-3-Clause/)
})

test('each package in a bundle, that of the picture too, has the text of its licence', () => {
  for (const folder of ['packages/slipway/dist', 'packages/operations/dist']) {
    const text = readFileSync(join(import.meta.dirname, '../..', folder, 'licences-of-others.txt'), 'utf8')
    const notices = text.split(/^== /m).slice(1)
    assert.ok(notices.length > 5, folder)
    for (const notice of notices) assert.ok(notice.length > 600, notice)
    if (folder === 'packages/slipway/dist') assert.match(text, /^== cytoscape /m)
  }
})
