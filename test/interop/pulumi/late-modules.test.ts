// test:rest: more cases of what nodejs-program.test.ts shows
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, test } from '../../cases.ts'
import { skip } from './machine.ts'

const preload = join(
  import.meta.dirname,
  '../../../packages/operations/dist/languages/language-nodejs-v0.1.0/preload.cjs',
)

/** The program's output with the real SDK, with its rarely used modules loaded late, or at once. */
function printed(program: string, args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync(process.execPath, [...args, '-e', program], {
    cwd: import.meta.dirname,
    encoding: 'utf8',
  })
  assert.equal(status, 0, stderr)
  return stdout
}

const packing = `require('@pulumi/pulumi').runtime.computeCodePaths().then((paths) => console.log([...paths.keys()].sort().join()))`

const tracing = `
const tracing = require('@pulumi/pulumi/cmd/run/tracing')
tracing.start('http://127.0.0.1:9/api/v2/spans')
const span = tracing.newSpan('span')
console.log(span.constructor.name, span.isRecording(), span.resource.attributes['service.name'])
span.end()
tracing.stop()
process.exit(0)
`

const driving = `
const { automation } = require('@pulumi/pulumi')
const kinds = Object.keys(automation).map((name) => name + ' ' + typeof automation[name])
console.log(kinds.join(), automation === require('@pulumi/pulumi').automation)
console.log(automation.fullyQualifiedStackName('a', 'b', 'c'), new automation.RemoteWorkspace().constructor.name)
`

describe('the real SDK with rarely used modules loaded late', { skip }, () => {
  for (const [name, program] of Object.entries({ packing, tracing, driving })) {
    test(`behaves the same: ${name}`, () => {
      assert.equal(printed(program, ['--require', preload]), printed(program, []))
    })
  }

  test('loads less than half of its modules', () => {
    const counted = `require('@pulumi/pulumi'); console.log(Object.keys(require.cache).length)`
    assert.ok(Number(printed(counted, ['--require', preload])) < Number(printed(counted, [])) / 2)
  })
})
