/** These tests check the promises of docs/guides/verify-plugins.md. Other tests cover its refusals. */
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { knownKeys } from './known-keys.ts'
import { levels } from './level.ts'
import { checkSignerRules, maySign } from './signers.ts'
import { verifying } from './testing/verifying.ts'

const guide = readFileSync(join(import.meta.dirname, '../../../../docs/guides/verify-plugins.md'), 'utf8')

/** The first cell of each table row. */
const cells = Array.from(guide.matchAll(/^\| `([^`]+)` \|/gm), ([, cell = '']) => cell)

const github = {
  issuer: 'https://token.actions.githubusercontent.com',
  subject: 'https://github.com/acme/signal/.github/workflows/release.yml@refs/tags/v1',
  repository: 'https://github.com/acme/signal',
  workflow: 'https://github.com/acme/signal/.github/workflows/release.yml@refs/tags/v1',
  ref: 'refs/tags/v1',
}

describe('the guide', () => {
  test('has a row for every level, from least to most', () => {
    assert.deepEqual(
      cells.filter((cell) => (levels as readonly string[]).includes(cell)),
      levels,
    )
  })

  test('has rules that can be read as they stand', () => {
    const rules = Array.from(guide.matchAll(/^ {4}(\S+): \[(.+)\]$/gm), ([, plugins = '', signer = '']) => ({
      plugins,
      signers: [signer],
    }))
    assert.equal(rules.length, 3)
    checkSignerRules(rules)
    const [, , workflow] = rules
    assert.ok(maySign(workflow?.signers ?? [], 'sigstore:x', github))
  })

  test('has a row for every way to name a signer, and each means the right one', () => {
    const gitlab = { issuer: 'https://gitlab.com', subject: 'x', repository: 'https://gitlab.com/acme/tools/signal' }
    const rows: readonly (readonly [row: string, text: string, means: boolean])[] = [
      ['github:OWNER/REPO', 'github:acme/signal', true],
      ['github:OWNER/REPO', 'github:*/signal', true],
      ['github:OWNER/REPO', 'github:acme/sig', false],
      ['github:OWNER/REPO/PATH@REF', 'github:acme/signal/.github/workflows/release.yml@refs/tags/*', true],
      ['github:OWNER/REPO/PATH@REF', 'github:acme/signal/.github/workflows/release.yml@refs/heads/*', false],
      ['github:OWNER/REPO/PATH@REF', 'github:acme/signal/.github/workflows/test.yml', false],
      ['gitlab:GROUP/PROJECT', 'gitlab:acme/signal', false],
      ['sigstore:ISSUER SUBJECT', `sigstore:${github.issuer} https://github.com/acme/*`, true],
      ['sigstore:ISSUER SUBJECT', 'sigstore:https://accounts.example.com https://github.com/acme/*', false],
    ]
    for (const [row, text, means] of rows) {
      assert.ok(cells.includes(row), row)
      assert.equal(maySign([text], 'sigstore:x', github), means, text)
    }
    assert.ok(maySign(['gitlab:acme/tools/signal'], 'sigstore:x', gitlab))
    assert.ok(cells.includes('gpg:FINGERPRINT'))
  })

  test('names existing files', (t) => {
    const { home } = verifying(t)
    const keys = knownKeys(home)
    keys.pin({ origin: 'x', descriptor: 'y' }, 'gpg:Z', new Date())
    assert.ok(guide.includes('`config/known-keys`') && existsSync(join(home, 'config/known-keys')))
    assert.ok(guide.includes('`config/trust-root.jsonl`'))
  })

  test('names only errors that are explained', () => {
    const errors = readFileSync(join(import.meta.dirname, '../../../../docs/reference/errors/install.md'), 'utf8')
    const named = [...new Set(guide.match(/install\/[a-z-]+(?=`)/g))]
    assert.ok(named.length >= 4)
    assert.deepEqual(
      named.filter((code) => !errors.includes(`## ${code}\n`)),
      [],
    )
  })
})
