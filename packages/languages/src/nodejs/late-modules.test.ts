import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'

/** Stand-ins for the package manager and the tracer, one without and one with a mark of compiled modules. Each prints when it is loaded. */
const npm = `console.log('npm is loaded')
class Arborist { constructor(path) { this.path = path } get isWhole() { return true } }
module.exports = Arborist
module.exports.Arborist = Arborist
`
const tracer = `console.log('tracer is loaded')
Object.defineProperty(exports, '__esModule', { value: true })
class Provider { static made = 0; constructor() { Provider.made++ } }
exports.NodeTracerProvider = Provider
exports.NAME_OF_SERVICE = 'service.name'
exports.default = 'the default'
`

/** A stand-in for the module that drives Pulumi's own command line. */
const automation = `console.log('automation is loaded')
Object.defineProperty(exports, '__esModule', { value: true })
exports.Stack = class Stack {}
exports.DiffKind = { add: 'add' }
`

/** The output of a program whose SDK has this text, with the tracer and npm as dependencies. */
function printed(t: TestContext, { sdk, program = "require('@pulumi/pulumi')" }: { sdk: string; program?: string }) {
  const root = mkdtempSync(join(tmpdir(), 'slipway-late-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  const files = {
    'index.js': program,
    'node_modules/@pulumi/pulumi/index.js': sdk,
    'node_modules/@pulumi/pulumi/automation.js': automation,
    'node_modules/@npmcli/arborist/index.js': npm,
    'node_modules/@opentelemetry/sdk-trace-node/index.js': tracer,
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const args = ['--require', join(import.meta.dirname, 'preload.ts'), join(root, 'index.js')]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  return status === 0 ? stdout.trim().split('\n') : [stderr]
}

/** Import helpers as in the compiled SDK. */
const imported = `
const starOf = (mod) => mod && mod.__esModule ? mod : Object.assign({ default: mod }, mod)
const defaultOf = (mod) => mod && mod.__esModule ? mod : { default: mod }
`

describe('a rarely used part of the SDK', () => {
  test('is loaded on first use, and behaves the same', (t) => {
    const sdk = `${imported}
const arborist = starOf(require('@npmcli/arborist'))
const arborist_1 = defaultOf(require('@npmcli/arborist'))
const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node')
console.log('the SDK is loaded')
const tree = new arborist.Arborist('here')
console.log(tree.path, tree.isWhole, tree instanceof arborist.Arborist, new arborist_1.default('there').path)
class Own extends NodeTracerProvider {}
console.log(new Own() instanceof NodeTracerProvider, NodeTracerProvider.made, NodeTracerProvider.name)
`
    assert.deepEqual(printed(t, { sdk }), [
      'the SDK is loaded',
      'npm is loaded',
      'here true true there',
      'tracer is loaded',
      'true 1 Provider',
    ])
  })

  test('is not loaded without a use, and at once for a use of its text', (t) => {
    const names = "const { NodeTracerProvider } = require('@opentelemetry/sdk-trace-node'); console.log('ready')"
    assert.deepEqual(printed(t, { sdk: names }), ['ready'])
    const text = "const { NAME_OF_SERVICE } = require('@opentelemetry/sdk-trace-node'); console.log(NAME_OF_SERVICE)"
    assert.deepEqual(printed(t, { sdk: text }), ['tracer is loaded', 'service.name'])
  })

  test('is a whole module of its own, loaded with a program’s first import from it', (t) => {
    const sdk = `${imported}
const automation = starOf(require('./automation'))
exports.automation = automation
`
    const program = `
const { automation } = require('@pulumi/pulumi')
console.log('ready')
console.log(Object.keys(automation).join(), 'Stack' in automation, { ...automation }.DiffKind.add)
const { Stack } = automation
console.log(new Stack() instanceof automation.Stack, automation.Stack === require('@pulumi/pulumi/automation').Stack)
automation.Stack = 'a mock'
console.log(require('@pulumi/pulumi/automation').Stack)
`
    const all = printed(t, { sdk, program })
    assert.deepEqual(all, ['ready', 'automation is loaded', 'Stack,DiffKind true add', 'true true', 'a mock'])
    assert.deepEqual(printed(t, { sdk, program: "require('@pulumi/pulumi'); console.log('ready')" }), ['ready'])
  })

  test('is loaded at once for everybody else', (t) => {
    const program = "const tracer = require('@opentelemetry/sdk-trace-node'); console.log(tracer.default)"
    assert.deepEqual(printed(t, { sdk: '', program }), ['tracer is loaded', 'the default'])
  })

  test('is reported at once when it is missing', (t) => {
    const sdk = `try { require('@opentelemetry/resources') } catch ({ code }) { console.log(code) }`
    assert.deepEqual(printed(t, { sdk }), ['MODULE_NOT_FOUND'])
  })
})
