import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { valueMap } from '@slipway/model'
import { installation } from './package-manager.ts'

test('a git dependency cannot choose the program to run as git, where scripts are off', (t) => {
  const root = mkdtempSync(join(tmpdir(), 'slipway-package-manager-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const ran = join(root, 'ran')
  const env = { PATH: process.env['PATH'], HOME: root, npm_config_update_notifier: 'false' }
  const write = (name: string, files: Readonly<Record<string, string>>): string => {
    const folder = join(root, name)
    mkdirSync(folder)
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
    return folder
  }
  const commit = (folder: string): string => {
    const git = (...args: readonly string[]): unknown => execFileSync('git', args, { cwd: folder, env })
    git('init', '--quiet')
    git('add', '--all')
    git('-c', 'user.name=a', '-c', 'user.email=a@example.org', 'commit', '--quiet', '--message=a')
    return `git+file://${folder}`
  }
  const inner = commit(write('inner', { 'package.json': '{"name":"inner","version":"1.0.0"}' }))
  const outer = write('outer', {
    '.npmrc': 'git=./git.sh\nignore-scripts=false\n',
    'git.sh': `#!/bin/sh\ntouch ${ran}\nexec git "$@"\n`,
    'package.json': JSON.stringify({
      name: 'outer',
      version: '1.0.0',
      scripts: { prepare: `touch ${ran}` },
      dependencies: { inner },
    }),
  })
  chmodSync(join(outer, 'git.sh'), 0o755)
  const folder = write('plugin', { 'package.json': JSON.stringify({ dependencies: { outer: commit(outer) } }) })
  const sources = { root: folder, folder, entry: '.', options: valueMap([]) }
  for (const { file, args, cwd, variables } of installation(sources, { isPlugin: true, withoutScripts: true }))
    execFileSync(file, args, { cwd, env: { ...env, ...variables }, stdio: 'pipe', timeout: 120_000 })
  assert.ok(existsSync(join(folder, 'node_modules/inner')) || existsSync(join(folder, 'node_modules/outer')))
  assert.ok(!existsSync(ran))
})
