/**
 * Every mistake of the table is named with its code, its place and the next step, in the words of said.txt.
 * After a wanted change: `UPDATE=1 npm run test:one -- test/mistakes/mistakes.test.ts`, then read the difference.
 */
import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after } from 'node:test'
import { describe, test } from '../cases.ts'
import { makeSandbox } from '../scenarios/transcript.ts'
import { good, mistakes } from './table.ts'

const file = join(import.meta.dirname, 'said.txt')
const isUpdate = process.env['UPDATE'] === '1'
const separator = '\n=== '

/** All mistakes run side by side in one home, so that the providers are asked for their definitions once. */
const source = mkdtempSync(join(tmpdir(), 'slipway-mistakes-'))
for (const { what, blueprint = good, text, files = {} } of mistakes) {
  const all = { 'site.blueprint.yaml': text ?? `version: 2025-11-02\n${blueprint}`, ...files }
  for (const [name, content] of Object.entries(all)) {
    const path = join(source, folderOf(what), name)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, content)
  }
}
const sandbox = await makeSandbox([source])
after(() => {
  sandbox.remove()
  rmSync(source, { recursive: true, force: true })
})

function folderOf(what: string): string {
  return what.replaceAll(/[^a-z]+/gi, '-')
}

const known = new Map(
  readFileSync(file, { encoding: 'utf8', flag: 'a+' })
    .split(separator)
    .slice(1)
    .map((part) => [part.slice(0, part.indexOf('\n')), part.slice(part.indexOf('\n') + 1)]),
)
const said = new Map<string, string>()

describe('the message for a newcomer’s mistake:', () => {
  for (const mistake of mistakes) {
    const { what, code, command = 'validate', files } = mistake
    test(what, () => {
      const text = sandbox.run(`cd ${folderOf(what)} && slipway ${command}`)
      said.set(what, text)
      assert.ok(text.includes(`[${code}]`), text)
      assert.match(text, /\[exit 1\]\n$/)
      // The next step is a hint, unless the sentence itself names the correct form.
      assert.match(text, /hint: |must be|needs "|match the pattern|there is no child/)
      // The message for a mistake in a file has its line and column, and shows the line.
      if (command === 'validate' && mistake.text !== '')
        assert.match(
          text,
          files === undefined ? /^site\.blueprint\.yaml:\d+:\d+: error: / : /tasks\.yaml:\d+:\d+: error: /,
        )
      assert.doesNotMatch(text, /bug in Slipway|ENOENT|undefined|\[object/)
      if (!isUpdate) assert.equal(text, known.get(what))
    })
  }
})

test('the table of mistakes has at least 45 different ones', () => {
  assert.ok(mistakes.length >= 45, String(mistakes.length))
  assert.equal(new Set(mistakes.map(({ what }) => what)).size, mistakes.length)
  const all = mistakes.map(({ what }) => `${separator}${what}\n${said.get(what) ?? ''}`).join('')
  if (isUpdate) writeFileSync(file, all)
  else
    assert.deepEqual(
      [...known.keys()],
      mistakes.map(({ what }) => what),
    )
})
