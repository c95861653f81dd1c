import { describe, test } from '../../../../../test/cases.ts'
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before } from 'node:test'
import { completionFolder } from './testing.ts'

const { folder, run } = completionFolder()

/** The reason to skip the tests of a shell; false: none. CI has every shell. */
function missing(shell: string): string | false {
  if (process.env['CI'] !== undefined || spawnSync(shell, ['--version']).status === 0) return false
  return `${shell} is not here: apt-get install -y ${shell}`
}

/** The offers of fish for a line, with their descriptions. */
function offeredByFish(line: string): readonly string[] {
  const script = 'slipway completion fish | source; complete -C "$argv[1]"'
  return run('fish', ['--no-config', '-c', script, line]).split('\n').slice(0, -1)
}

describe('fish', { skip: missing('fish') }, () => {
  test('completes commands, options and choices, with their descriptions', () => {
    assert.deepEqual(
      offeredByFish('slipway re').map((line) => line.split('\t')[0]),
      ['reconcile', 'refresh'],
    )
    assert.deepEqual(offeredByFish('slipway up --ta'), ['--target\tonly this resource and its dependencies'])
    assert.deepEqual(offeredByFish('slipway graph --format=d'), ['--format=dot'])
  })

  test('completes names, and files where there are none', () => {
    assert.deepEqual(offeredByFish('slipway up --target ho'), ['home', 'house'])
    assert.deepEqual(offeredByFish('slipway up --target=ho'), ['--target=home', '--target=house'])
    assert.deepEqual(offeredByFish('slipway up --var t'), ['title=', 'tone='])
    assert.deepEqual(offeredByFish("slipway eval 'cidrs"), ['cidrsubnet', 'cidrsubnets'])
    assert.deepEqual(offeredByFish('slipway plan notes.yaml --exclude '), ['diary'])
    assert.deepEqual(offeredByFish('slipway validate n'), ['notes.yaml'])
  })
})

/** A zsh on a terminal of its own. A line is typed and completed in it; then `^X` prints the line. */
const driver = String.raw`zmodload zsh/zpty
out=$1
wait_for () { for turn in {1..300}; do grep -q "$1" $out 2>/dev/null && return; sleep 0.1; done; exit 1 }
zpty inner zsh -f -i
zpty -w inner "out=$out; source $2/inner.zsh"
wait_for READY
zpty -n -w inner "$3"$'\t\x18'
wait_for '^<'
zpty -d inner
`

const inner = String.raw`PROMPT=
unsetopt beep
autoload -U compinit
compinit -u -D
source <(slipway completion zsh)
compadd () {
  if [[ ${'$'}{@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then builtin compadd "$@"; return; fi
  typeset -a hits
  builtin compadd -A hits "$@"
  print -rl -- $hits >> $out
  builtin compadd "$@"
}
tell () { print -r -- "<$BUFFER>" >> $out }
zle -N tell
bindkey '^X' tell
print -r -- READY >> $out
`

/** The completions of zsh for a line, and the completed line. */
function completed(line: string): { readonly offered: readonly string[]; readonly becomes: string } {
  const out = join(folder, 'zsh-says')
  rmSync(out, { force: true })
  run('zsh', ['-f', join(folder, 'driver.zsh'), out, folder, line])
  const lines = readFileSync(out, 'utf8')
    .split('\n')
    .filter((said) => said !== '' && said !== 'READY')
  return { offered: lines.slice(0, -1), becomes: (lines.at(-1) ?? '').slice(1, -1) }
}

describe('zsh', { skip: missing('zsh') }, () => {
  before(() => {
    writeFileSync(join(folder, 'driver.zsh'), driver)
    writeFileSync(join(folder, 'inner.zsh'), inner)
  })

  test('completes commands, options and choices', () => {
    assert.deepEqual(completed('slipway re').offered, ['refresh', 'reconcile'])
    assert.equal(completed('slipway up --ta').becomes, 'slipway up --target ')
    assert.equal(completed('slipway graph --format=d').becomes, 'slipway graph --format=dot ')
  })

  test('is offered names, and files where there are none', () => {
    assert.deepEqual(completed('slipway up --target ho').offered, ['home', 'house'])
    // The value comes directly after the sign.
    assert.equal(completed('slipway up --var to').becomes, 'slipway up --var tone=')
    assert.equal(completed('slipway plan notes.yaml --exclude d').becomes, 'slipway plan notes.yaml --exclude diary ')
    assert.equal(completed('slipway validate n').becomes, 'slipway validate notes.yaml ')
  })
})
