import { test } from '../../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { completionFolder } from './testing.ts'

const { run } = completionFolder()

/** The offers of a real bash for the last of these words, which its readline splits. */
function offered(...words: readonly string[]): readonly string[] {
  const script = `source <(slipway completion bash)
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_slipway
printf '%s\\n' "\${COMPREPLY[@]}"`
  const out = run('bash', ['--norc', '-c', script, 'bash', 'slipway', ...words])
  return out.split('\n').filter((line) => line !== '')
}

test('bash completes commands, subcommands, options and choices', () => {
  assert.deepEqual(offered('re'), ['refresh', 'reconcile'])
  assert.deepEqual(offered('stack', ''), ['ls', 'select', 'init', 'rename', 'rm', 'output'])
  assert.deepEqual(offered('node', 'hooks', 'l'), ['list', 'log'])
  assert.deepEqual(offered('up', '--ta'), ['--target'])
  assert.deepEqual(offered('state', 'rekey', '--to', ''), ['key-file', 'passphrase'])
  assert.deepEqual(offered('graph', '--format', '=', 'd'), ['dot'])
  assert.deepEqual(offered('completion', ''), ['bash', 'zsh', 'fish'])
  assert.ok(!offered('').includes('complete'))
})

test('bash completes names of the blueprint before anything is deployed', () => {
  assert.deepEqual(offered('up', '--target', 'ho'), ['home', 'house'])
  assert.deepEqual(offered('up', '--target', '=', 'ho'), ['home', 'house'])
  assert.deepEqual(offered('up', '--var', 't'), ['title=', 'tone='])
  assert.deepEqual(offered('exports', '--only', ''), ['site'])
  assert.deepEqual(offered('import', 'hom'), ['home'])
  assert.deepEqual(offered('up', '--instance', ''), [])
  assert.deepEqual(offered('explain', 'engine/unknown-t'), ['engine/unknown-target'])
  assert.deepEqual(offered('eval', "'cidrs"), ['cidrsubnet', 'cidrsubnets'])
  assert.deepEqual(offered('validate', ''), [])
  assert.deepEqual(offered('nonsense', ''), [])
})

test('names come from the named blueprint, with or without its providers', () => {
  assert.deepEqual(offered('plan', 'notes.yaml', '--target', ''), ['diary'])
  assert.deepEqual(offered('state', 'show', 'd'), [])
})

test('bash completes deployed names, and each shell gets its own script', () => {
  run('slipway', ['up', 'shop.blueprint.yaml', '--yes', '--var', 'title=x'])
  assert.deepEqual(offered('up', '--instance', ''), ['shop'])
  assert.deepEqual(offered('state', 'show', ''), ['home', 'house', 'page_0', 'page_1'])
  assert.deepEqual(offered('state', 'mv', 'home', 'ho'), ['home', 'house'])
  assert.deepEqual(offered('reconcile', 'page'), ['page_0', 'page_1'])
  assert.deepEqual(offered('up', '--settle', 'page_1'), ['page_1='])
  assert.deepEqual(offered('debug', 'plan', '--only', 'home', 'page'), ['page_0', 'page_1'])
  assert.equal(run('slipway', ['complete', 'zsh', '--', 'up', '--replace=page_1']), '--replace=page_1\n')
  assert.equal(
    run('slipway', ['complete', 'fish', '--', 'state', 'mv']),
    'mv\trename a resource in the state, as in the blueprint; the resource itself stays unchanged\n',
  )
})

test('bash completes the stacks of a program', () => {
  assert.deepEqual(offered('up', '../program', '--stack', ''), ['dev', 'prod'])
  assert.deepEqual(offered('stack', 'select', 'p'), [])
})
