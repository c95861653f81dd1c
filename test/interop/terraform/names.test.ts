import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { before, after } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { skipWithoutGo } from './build.ts'
import { makeYard, type Yard } from './yard.ts'

const harbor = 'terraform:slipway/harbor'

function blueprint(plugins: Readonly<Record<string, string>>, resources: object, more: object = {}): string {
  return JSON.stringify({ version: '2025-11-02', metadata: { slipway: { plugins } }, resources, ...more })
}

function berth(key: string, name: string): object {
  return { type: `${key}/harbor_berth`, spec: { name } }
}

function stack(key: string): string {
  return `export default (s) => {
  s.plugin('${key}', '${harbor}')
  const west = s.resource('west', '${key}/harbor_berth', { name: 'west' })
  return { id: west.out.id }
}
`
}

function child(key: string): string {
  return blueprint({ [key]: harbor }, { east: berth(key, 'east') })
}

suite('keys of providers', { skip: skipWithoutGo, timeout: 600_000 }, () => {
  let yard: Yard
  before(async () => {
    yard = await makeYard(['harbor'])
  })
  after(() => yard.remove())
  const write = (text: string, file = 'site.blueprint.json'): void => writeFileSync(yard.at(file), text)
  const plan = async (): Promise<string> => {
    const { stdout, stderr } = await yard.run('plan', 'site.blueprint.json')
    return `${stdout}${stderr}`.trim()
  }

  const include = { net: { path: 'net.blueprint.json' } }
  const deployBoth = async (): Promise<void> => {
    write(child('kid'), 'net.blueprint.json')
    write(blueprint({ tfharbor: harbor }, { north: berth('tfharbor', 'north') }, { include }))
    const { code, stderr } = await yard.run('up', '--yes', 'site.blueprint.json')
    assert.equal(code, 0, stderr)
  }

  test('a renamed key, and another key in a child, plan nothing', async () => {
    await deployBoth()
    write(child('other'), 'net.blueprint.json')
    write(blueprint({ port: harbor }, { north: berth('port', 'north') }, { include }))
    assert.match(await plan(), /^Nothing to do/)
  })

  test('a resource that is no longer in the text is destroyed under the key of its record', async () => {
    await deployBoth()
    write(blueprint({}, {}))
    const { code, stderr } = await yard.run('up', '--yes', 'site.blueprint.json')
    assert.equal(code, 0, stderr)
    const deleted = yard.calls('harbor').filter((call) => call.startsWith('delete'))
    assert.deepEqual(deleted.sort(), ['delete berth east-1', 'delete berth north-1'])
  })

  test('two keys of one source are two configurations', async () => {
    const store = yard.at('second')
    writeFileSync(yard.at('slipway.config.yaml'), `providers: { second: { store: ${JSON.stringify(store)} } }\n`)
    const resources = { here: berth('first', 'here'), there: berth('second', 'there') }
    write(blueprint({ first: harbor, second: harbor }, resources))
    const { code, stderr } = await yard.run('up', '--yes', 'site.blueprint.json')
    assert.equal(code, 0, stderr)
    assert.match(readFileSync(`${store}/calls.log`, 'utf8'), /create berth there-1/)
    assert.ok(!yard.calls('harbor').some((call) => call.includes('there')))
    assert.match(await plan(), /^Nothing to do/)
  })

  test('a key that is taken is refused, with a proposal', async () => {
    write(blueprint({ local: harbor }, { north: berth('local', 'north') }))
    const { code, stderr } = await yard.run('validate', 'site.blueprint.json')
    assert.equal(code, 1)
    assert.match(
      stderr,
      /"local" cannot be the key of terraform:slipway\/harbor: types that begin with local\/ are those of/,
    )
    assert.match(stderr, /write tfharbor: "terraform:slipway\/harbor"/)
  })

  test('a stack says its keys itself, and may rename them', async () => {
    write(stack('tfharbor'), 'quay.stack.ts')
    const { code, stderr } = await yard.run('up', '--yes', 'quay.stack.ts')
    assert.equal(code, 0, stderr)
    const again = await yard.run('plan', 'quay.stack.ts')
    assert.match(again.stdout, /Nothing to do/)
    write(stack('port'), 'quay.stack.ts')
    const renamed = await yard.run('plan', 'quay.stack.ts')
    assert.match(renamed.stdout, /Nothing to do/)
    write(stack('local'), 'quay.stack.ts')
    const refused = await yard.run('plan', 'quay.stack.ts')
    assert.match(refused.stderr, /quay\.stack\.ts:2:5: error: "local" cannot be the key of/)
    assert.match(refused.stderr, /stack\.plugin\("tfharbor"/)
  })
})
