// test:rest: more cases of what stacks.test.ts shows
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { machine, skip } from './machine.ts'

/** Two projects with their states in the same place. */
function projects(t: TestContext) {
  const { at, options } = machine(t)
  const env = { ...options.env, SLIPWAY_STATE: at('state') }
  return {
    write: (name: string, text: string): void => {
      mkdirSync(at(name), { recursive: true })
      writeFileSync(at(`${name}/Pulumi.yaml`), `name: ${name}\nruntime: nodejs\n`)
      writeFileSync(at(`${name}/package.json`), '{"main": "index.js"}\n')
      writeFileSync(at(`${name}/index.js`), `const pulumi = require('@pulumi/pulumi')\n${text}`)
      const modules = join(import.meta.dirname, 'node_modules')
      if (!existsSync(at(`${name}/node_modules`))) symlinkSync(modules, at(`${name}/node_modules`))
    },
    run: (name: string, ...args: string[]) => {
      const { status, stdout, stderr } = spawnSync(options.slipway, args, { cwd: at(name), env, encoding: 'utf8' })
      return { code: status, out: stdout, err: stderr }
    },
  }
}

const net = (vpc: string, more = ''): string =>
  `exports.vpc = '${vpc}'\nexports.token = pulumi.secret('hush')\nexports.settings = { key: pulumi.secret('shh'), open: 1 }\n${more}`

const shop = `
const net = new pulumi.StackReference('net', { name: 'organization/net/dev' })
exports.url = pulumi.interpolate\`http://\${net.requireOutput('vpc')}\`
exports.token = net.getOutput('token')
exports.settings = net.getOutput('settings')
exports.missing = pulumi.output(net.getOutput('nothing')).apply((value) => value === undefined)
exports.plain = pulumi.output(net.getOutputDetails('vpc')).apply(({ value }) => value)
exports.hidden = pulumi.output(net.getOutputDetails('token')).apply(({ value, secretValue }) => [value === undefined, secretValue.length])`

suite('two projects that refer to each other', { skip }, () => {
  test('read each other’s exports, even after a change, and secrets stay secret', (t) => {
    const { write, run } = projects(t)
    const up = (name: string, ...args: string[]): string => {
      const { code, err } = run(name, 'up', '--yes', ...args)
      assert.equal(code, 0, err)
      return err
    }
    const exported = (name: string, ...args: string[]) => JSON.parse(run(name, 'exports', '--json', ...args).out)
    write('net', net('one'))
    write('shop', shop)
    // The record of the stack that looks for it says nothing about other projects.
    assert.match(
      run('shop', 'up', '--yes').err,
      /no stack net\/dev is recorded\n.*there are: shop\/dev; stacks of other projects are found only if .*SLIPWAY_STATE/,
    )
    up('net')
    up('shop')
    assert.deepEqual(exported('shop', '--show-secrets'), {
      url: 'http://one',
      token: 'hush',
      settings: { key: 'shh', open: 1 },
      missing: true,
      plain: 'one',
      hidden: [true, 4],
    })
    const shown = JSON.stringify(exported('shop')) + run('shop', 'exports').out + run('shop', 'plan').out
    assert.doesNotMatch(shown, /hush|shh/)
    write('net', net('two', `exports.url = new pulumi.StackReference('shop/dev').getOutput('url')`))
    up('net')
    assert.equal(exported('net').url, 'http://one')
    assert.match(run('shop', 'plan').out, /url: "http:\/\/one" -> "http:\/\/two"/)
    up('shop')
    up('net')
    assert.equal(exported('net').url, 'http://two')
    write('shop', `${shop}\nexports.needed = net.requireOutput('nothing')`)
    assert.match(run('shop', 'up', '--yes').err, /Required output 'nothing' does not exist on stack/)
    assert.equal(exported('shop').url, 'http://two')
    const gone = run('shop', 'destroy', '--yes')
    assert.match(gone.out + gone.err, /net \S+ will be forgotten: was only read/)
  })
})
