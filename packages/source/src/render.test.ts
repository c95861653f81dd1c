import assert from 'node:assert/strict'
import { test } from 'node:test'
import { renderDiagnostic } from './render.ts'
import { sourceText } from './source-text.ts'

function render(text: string, word: string, color = false): string {
  const start = text.indexOf(word)
  const range = sourceText('site.yaml', text).range(start, start + word.length)
  return renderDiagnostic(
    { code: 'a/b', severity: 'error', message: 'no such thing', file: 'site.yaml', range, hint: 'did you mean "x"?' },
    text,
    { color },
  )
}

test('place, message, line, caret, hint', () => {
  assert.equal(
    render('a: 1\nb:\n  contnet: hello\n', 'contnet'),
    `site.yaml:3:3: error: no such thing  [a/b]
    3 |   contnet: hello
      |   ^^^^^^^
  hint: did you mean "x"?`,
  )
})

test('the caret stands under wide characters, behind marks and tabs', () => {
  const lines = render('\t日本e\u0301 here', 'here').split('\n')
  assert.equal(lines[2], `      | ${' '.repeat(7)}^^^^`)
})

test('a long line is cut around the place', () => {
  const [, line = '', caret = ''] = render(`${'a'.repeat(500)} here ${'b'.repeat(500)}`, 'here').split('\n')
  assert.ok(line.length < 120)
  assert.equal(line.indexOf('here'), caret.indexOf('^'))
})

test('a file cannot control the terminal', () => {
  const rendered = render('a: \u001B[2J\u202E here', 'here')
  assert.deepEqual(
    ['\u001B', '\u202E'].filter((character) => rendered.includes(character)),
    [],
  )
})

test('quoted text in a message is escaped', () => {
  const message = 'there is no \u001B[31mred\u202E\u009B\n'
  const rendered = renderDiagnostic({ code: 'a/b', severity: 'error', message, hint: 'a\tb', file: 'a\u0007.yaml' })
  assert.equal(rendered, 'a\\u0007.yaml: error: there is no \\u001b[31mred\\u202e\\u009b\\n  [a/b]\n  hint: a\\tb')
})

test('without text and place only the sentence is left', () => {
  assert.equal(renderDiagnostic({ code: 'a/b', severity: 'warning', message: 'm' }), 'warning: m  [a/b]')
})

test('colour only when asked for', () => {
  assert.ok(render('here', 'here', true).includes('\u001B[31merror'))
})
