// test:rest: it runs commands with ps and lsof instead of /proc, which is slow
/** The driver of processes for systems without /proc, forced on Linux: the host, the preparer, and the resources of plugins/local. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { isRunning } from '@slipway/processes'

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-portable-')))
after(() => rmSync(folder, { recursive: true, force: true }))
const command = join(import.meta.dirname, '../../node_modules/.bin/slipway')

const root = join(import.meta.dirname, '../..')
const env = { ...process.env, SLIPWAY_PROCESSES: 'portable', NO_COLOR: '1', NODE_TEST_CONTEXT: undefined }

function slipway(...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, encoding: 'utf8', env })
  assert.equal(status, 0, `slipway ${args.join(' ')}: ${stdout}${stderr}`)
  return stdout + stderr
}

test('plugins are launched and admitted, a process is found again, and everything is destroyed', () => {
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
  assert.match(recordedStart(), /^\d+ [A-Z][a-z]{2} /)
  assert.match(slipway('plan', '--refresh'), /Nothing to do/)
  assert.match(slipway('doctor'), /processes: identified by ps and lsof, which is weaker/)
  slipway('destroy', '--yes')
  assert.equal(isRunning(pid, 0), false)
})

/** The process's own record: the plugin uses the same driver. */
function recordedStart(): string {
  const processes = join(folder, '.slipway/processes')
  const [id = ''] = readdirSync(processes)
  const start = readdirSync(join(processes, id)).find((name) => name.startsWith('start-')) ?? ''
  return readFileSync(join(processes, id, start, 'process'), 'utf8')
}

/** Tests that also run on /proc; if names are given, only the tests with these names. */
const shared: readonly (readonly [file: string, names?: string])[] = [
  ['packages/preparer/src/supervise/shim-supervisor.test.ts'],
  [
    'packages/preparer/src/node/preparer.test.ts',
    'runs a scheduled pod|finds them again|have ended while|ends too often',
  ],
  ['plugins/local/src/resources/process.test.ts'],
  ['test/faulty/orphans.test.ts', 'what has left its session|no plugin survives|by the record|is replaced'],
  ['test/attacks/strays.test.ts'],
]

for (const [file, names = '.'] of shared) {
  test(`also on this driver: ${file}`, () => {
    const preloads = ['./test/trusting.ts', './tools/fixed-luck.ts'].flatMap((name) => ['--import', name])
    const args = [...preloads, '--test', '--test-reporter=spec', `--test-name-pattern=${names}`, file]
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8', env, timeout: 300_000 })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /^ℹ pass [1-9]/m)
  })
}
