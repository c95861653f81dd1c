// test:rest: it runs commands with ps and lsof instead of /proc, which is slow
/** The driver of processes for systems without /proc, forced on Linux: the host, its plugins, and the resources of plugins/local. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isRunning } from '@slipway/processes'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-portable-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const command = join(import.meta.dirname, '../../node_modules/.bin/slipway')

function slipway(...args: readonly string[]): string {
  const env = { ...process.env, SLIPWAY_PROCESSES: 'portable', NO_COLOR: '1' }
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
  assert.equal(status, 0, `slipway ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout + stderr
}

test('plugins are launched and admitted, a process lives on and is known again, and everything is destroyed', () => {
  writeFileSync(
    join(folder, 'site.blueprint.yaml'),
    `version: 2025-11-02
resources:
  words: { type: local/file, spec: { path: words.txt, content: hello } }
  server: { type: local/process, dependsOn: words, spec: { command: sleep, args: ["600"] } }
exports: { pid: { type: integer, field: resources.server.spec.pid } }
`,
  )
  slipway('up', '--yes')
  assert.equal(readFileSync(join(folder, 'words.txt'), 'utf8'), 'hello')
  const pid = Number(slipway('exports', '--only', 'pid', '--raw'))
  assert.equal(isRunning(pid, 0), true)
  assert.match(slipway('plan', '--refresh'), /Nothing to do/)
  assert.match(slipway('doctor'), /processes: told apart by ps and lsof, which is weaker/)
  slipway('destroy', '--yes')
  assert.equal(isRunning(pid, 0), false)
})
