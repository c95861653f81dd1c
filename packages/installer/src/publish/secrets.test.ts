import assert from 'node:assert/strict'
import { mkdtempSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { sharedFolder } from '../testing/for-the-file.ts'
import { refuseSecrets } from './secrets.ts'
import { write } from './testing.ts'

const base = sharedFolder('secrets')
const body = 'A1b2'.repeat(16)

function folderWith(files: Readonly<Record<string, string>>): string {
  return write(mkdtempSync(join(base, 'folder-')), { plugin: '#!/bin/sh\n', ...files })
}

describe('a published file', () => {
  const secrets: readonly (readonly [path: string, text: string])[] = [
    ['.env', 'TOKEN=1'],
    ['lib/.env.production', 'TOKEN=1'],
    ['.npmrc', '//registry.npmjs.org/:_authToken=x'],
    ['keys/id_ed25519', 'x'],
    ['server.pem', 'x'],
    ['config/credentials.json', '{}'],
    ['.git/config', ''],
    ['.aws/credentials', ''],
    ['terraform.tfstate', '{}'],
    ['dist/plugin.js', `const key = "-----BEGIN PRIVATE KEY-----\\n${body}\\n${body}"`],
    ['notes.txt', `-----BEGIN OPENSSH PRIVATE KEY-----\n${body}\n${body}\n`],
    ['key.txt', `-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n${body}\n${body}\n`],
    ['a.js', `fetch(url, { token: "ghp_${'a1B2'.repeat(9)}" })`],
    ['b.js', `npm_${'a1B2'.repeat(9)}`],
    ['c.sh', 'export AWS_ACCESS_KEY_ID=AKIAABCDEFGHIJKLMNOP'],
  ]
  for (const [path, text] of secrets)
    test(`is refused with ${path}, unless its author names that`, () => {
      const folder = folderWith({ [path]: text })
      const shown = path.startsWith('.git/') || path.startsWith('.aws/') ? path.split('/')[0] : path
      assert.throws(() => refuseSecrets(folder, []), {
        code: 'publish/secret',
        message: `the plugin would be published with ${shown}`,
      })
      refuseSecrets(folder, [path, shown ?? path])
    })

  test('may speak of keys and tokens, and have certificates of authorities in its code', () => {
    const folder = folderWith({
      'a.js': 'const begin = "-----BEGIN PRIVATE KEY-----"; if (text.startsWith(begin)) read(text)',
      'b.js': 'throw new Error("a token begins with ghp_ or npm_")',
      'c.js': `-----BEGIN CERTIFICATE-----\n${body}\n`,
      'environment.ts': 'process.env.TOKEN',
    })
    symlinkSync('a.js', join(folder, 'd.js'))
    refuseSecrets(folder, [])
  })

  test('is refused with all its secrets at once', () => {
    const folder = folderWith({ '.env': '', 'a/id_rsa': '' })
    assert.throws(() => refuseSecrets(folder, ['.env']), { details: ['a/id_rsa: a private key'] })
    assert.throws(() => refuseSecrets(folder, []), {
      details: ['.env: settings with secrets', 'a/id_rsa: a private key'],
    })
  })
})
