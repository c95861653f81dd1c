// test:rest: more cases of what parameterized.test.ts shows
import assert from 'node:assert/strict'
import { readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { test } from '../../cases.ts'
import { suite } from '../needs.ts'
import { heardIn, recorded } from './bare-machine.ts'
import { skip, skipPython } from './machine.ts'
import { project } from './project.ts'

/** Like generated SDKs of packages that extend `desk`. */
const sdk = `
const { registerPackage } = require('@pulumi/pulumi/runtime/settings')
const extension = (packageName, ink, packageVersion = '3.0.0') => registerPackage({
  baseProviderName: 'desk', baseProviderVersion: '2.0.0', baseProviderDownloadUrl: '',
  packageName, packageVersion, base64Parameter: Buffer.from(ink).toString('base64'), extension: true,
})
const sheet = (type, name, reference, options = {}, text = 'hello') =>
  new pulumi.CustomResource(type, name, { text, ink: undefined }, options, false, reference)
`

function desk(t: TestContext) {
  const box = project(t, {
    install: recorded('extender.cjs', 'desk'),
    plugin: 'resource-desk-v2.0.0',
    variables: (at) => ({ RECORD: at('calls.jsonl') }),
  })
  const { at, run, program, recorded: records, book } = box
  return {
    ...box,
    program: (text: string): void => program(`${sdk}${text}`),
    heard: (): string =>
      heardIn(at('calls.jsonl'))
        .filter((name) => name !== 'GetSchema')
        .join(' '),
    /** Returns the things without their ids. */
    things: (): readonly string[] =>
      book()
        .map((line) => line.replace(/^\w+-\d+: /, ''))
        .toSorted(),
    providers: (): readonly string[] => Object.values(records()).filter((type) => type.startsWith('pulumi:providers:')),
    done: (...args: string[]): string => {
      const { code, err, out } = run(...args)
      assert.equal(code, 0, err)
      return err + out
    },
  }
}

const twoAndTheirBase = `
const red = extension('notes', 'red')
const blue = extension('maps', 'blue')
sheet('notes:index:Sheet', 'note', red)
sheet('maps:index:Sheet', 'map', blue)
sheet('desk:index:Drawer', 'drawer', undefined, { version: '2.0.0' })
`
const theirThings = ['desk:index:Drawer, none', 'maps:index:Sheet, blue', 'notes:index:Sheet, red']

suite('extension packages', { skip }, () => {
  test('are served by the base provider, which is told of each once', (t) => {
    const { program, up, heard, done, things, providers } = desk(t)
    program(twoAndTheirBase)
    up()
    assert.deepEqual(things(), theirThings)
    const made = heard()
    assert.equal(made.match(/Handshake/g)?.length, 1)
    assert.equal(made.match(/Parameterize/g)?.length, 2)
    assert.match(made, /Configure.*Parameterize/)
    assert.deepEqual(providers(), ['pulumi:providers:desk'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    assert.match(heard(), /Configure.*Parameterize.*Diff/)
    done('refresh', '--yes')
    assert.match(heard(), /Configure.*Parameterize.*Read/)
    // No program runs that could name the plugins.
    done('destroy', '--yes')
    assert.match(heard(), /Configure.*Parameterize.*Delete/)
    assert.deepEqual(things(), [])
  })

  test('may have components, functions and read-only resources', (t) => {
    const { program, up, things, exported, done } = desk(t)
    program(`
const red = extension('notes', 'red')
class Pad extends pulumi.ComponentResource {
  constructor(name, text) {
    super('notes:index:Pad', name, { text, ink: undefined }, {}, true, red)
  }
}
exports.ink = new Pad('pad', 'hello').ink
const weighed = pulumi.runtime.invoke('notes:index:weigh', { text: 'a page' }, {}, red)
exports.weight = weighed.then(({ weight }) => weight)
`)
    up()
    assert.deepEqual(exported(), { ink: 'red', weight: 'a page in red' })
    assert.deepEqual(things(), ['notes:index:Sheet, red', 'notes:index:Sheet, red'])
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(things(), [])
  })

  test('belong to the program’s provider of the base package, even through a component', (t) => {
    const { program, up, things, providers, done } = desk(t)
    program(`
const mine = new pulumi.ProviderResource('desk', 'mine', { drawer: 'left' })
const red = extension('notes', 'red')
sheet('notes:index:Sheet', 'note', red, { provider: mine })
const box = new pulumi.ComponentResource('x:index:Box', 'box', {}, { providers: [mine] })
sheet('notes:index:Sheet', 'below', red, { parent: box })
`)
    up()
    assert.deepEqual(things(), ['notes:index:Sheet, red', 'notes:index:Sheet, red'])
    assert.deepEqual(providers(), ['pulumi:providers:desk'])
    done('destroy', '--yes')
  })

  test('are recorded as last described, even if nothing else changed', (t) => {
    const { program, up, things, done, run } = desk(t)
    const withInk = (ink: string, version: string, text = 'hello'): void =>
      program(`sheet('notes:index:Sheet', 'note', extension('notes', '${ink}', '${version}'), {}, '${text}')`)
    withInk('red', '3.0.0')
    up()
    withInk('green', '4.0.0')
    up()
    const { resources } = JSON.parse(run('state', 'export').out)
    const { spec } = resources.find(({ name }: { name: string }) => name === 'note')
    assert.match(JSON.stringify(spec), new RegExp(Buffer.from('green').toString('base64')))
    assert.deepEqual(things(), ['notes:index:Sheet, red'])
    withInk('green', '4.0.0', 'bye')
    up()
    assert.deepEqual(things(), ['notes:index:Sheet, green'])
    done('destroy', '--yes')
    assert.deepEqual(things(), [])
  })

  test('that the provider does not serve are refused with the reason', (t) => {
    const { program, run, up, things } = desk(t)
    program(`sheet('notes:index:Sheet', 'note', extension('notes', 'red herring'))`)
    const { code, err } = run('up', '--yes')
    assert.notEqual(code, 0)
    assert.match(err, /with the data for the package "notes", it serves "fish"/)
    // It is certain that nothing was made, so there is nothing to settle.
    program(`sheet('notes:index:Sheet', 'note', extension('notes', 'red'))`)
    up()
    assert.deepEqual(things(), ['notes:index:Sheet, red'])
  })

  test('move with a state to Pulumi and back', (t) => {
    const { program, up, run, at, done, things } = desk(t)
    program(twoAndTheirBase)
    up()
    const { out } = run('state', 'export', '--format', 'pulumi')
    const { deployment } = JSON.parse(out)
    const told = Object.values<{ name: string; value: string }>(deployment.extensions)
    assert.deepEqual(told.map(({ name, value }) => `${name}: ${atob(value)}`).toSorted(), ['maps: blue', 'notes: red'])
    const note = deployment.resources.find(({ type }: { type: string }) => type === 'notes:index:Sheet')
    assert.equal(deployment.extensions[note.extensionRef].name, 'notes')
    writeFileSync(at('stack.json'), JSON.stringify({ version: 4, features: ['extensionParameterization'], deployment }))
    done('state', 'import', 'stack.json', '--yes')
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(things(), [])
    delete deployment.extensions[note.extensionRef]
    writeFileSync(at('stack.json'), JSON.stringify({ version: 3, deployment }))
    assert.match(
      run('state', 'import', 'stack.json', '--yes').err,
      /belongs to an extension that the state does not have/,
    )
  })
})

const packages = `plugins:
  packages:
    notes: { extends: desk, parameters: [notes, red] }
    maps: { extends: desk, version: 3.0.0, value: ${btoa('blue')} }
`
const settings = `providers: { "desk:": { drawer: left } }
configurations: { "desk:": { right: { drawer: right } } }
`

const blueprint = `version: 2025-11-02
values:
  weight: { type: string, value: '\${notes_weigh(object(text = "a page")).weight}' }
resources:
  note: { type: "notes:index:Sheet", spec: { text: hello } }
  map:
    type: "maps:index:Sheet"
    metadata: { custom: { slipway: { provider: right } } }
    spec: { text: "\${resources.note.spec.ink}" }
  drawer: { type: "desk:index:Drawer", spec: { text: wood } }
exports:
  weight: { type: string, field: values.weight }
`

suite('a blueprint', { skip }, () => {
  test('may use extension packages with the base’s settings, each in its own process', (t) => {
    const { at, done, things, exported } = desk(t)
    writeFileSync(at('slipway.config.yaml'), `${packages}${settings}`)
    writeFileSync(at('desk.blueprint.yaml'), blueprint)
    assert.match(done('up', '--yes'), /3 created/)
    assert.deepEqual(things(), theirThings)
    assert.deepEqual(exported(), { weight: 'a page in red' })
    const configured = readFileSync(at('calls.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"method":"Configure"'))
    assert.equal(configured.filter((line) => /desk:config:drawer","left/.test(line)).length, 2)
    assert.equal(configured.filter((line) => /desk:config:drawer","right/.test(line)).length, 1)
    assert.match(done('up', '--yes'), /Nothing to do/)
    // The state records how they were made.
    writeFileSync(at('slipway.config.yaml'), settings)
    rmSync(at('desk.blueprint.yaml'))
    done('destroy', '--yes', '--instance', 'desk')
    assert.deepEqual(things(), [])
  })

  test('may use their components', (t) => {
    const { at, done, things, recorded: records } = desk(t)
    writeFileSync(at('slipway.config.yaml'), `${packages}${settings}`)
    const right = 'metadata: { custom: { slipway: { provider: right } } }'
    const pad = `  pad: { type: "notes:index:Pad", ${right}, spec: { text: hello } }\n`
    writeFileSync(at('desk.blueprint.yaml'), `version: 2025-11-02\nresources:\n${pad}`)
    done('up', '--yes')
    assert.deepEqual(things(), ['notes:index:Sheet, red', 'notes:index:Sheet, red'])
    const parts = Object.keys(records()).filter((name) => name.startsWith('pad:pad-'))
    assert.deepEqual(parts.toSorted(), ['pad:pad-back', 'pad:pad-front'])
    const configured = readFileSync(at('calls.jsonl'), 'utf8')
      .split('\n')
      .filter((line) => line.includes('"Configure"'))
    assert.ok(configured.length > 1 && configured.every((line) => line.includes('config:drawer","right"')))
    assert.match(done('up', '--yes'), /Nothing to do/)
    done('destroy', '--yes')
    assert.deepEqual(things(), [])
  })

  test('may extend a parameterized package', (t) => {
    const { at, done, things } = desk(t)
    const shelf = 'shelf: { plugin: pulumi/desk, parameters: [shelf, oak] }'
    const notes = 'notes: { extends: shelf, parameters: [notes, red] }'
    writeFileSync(at('slipway.config.yaml'), `plugins: { packages: { ${notes}, ${shelf} } }\n`)
    const sheet = '  note: { type: "notes:index:Sheet", spec: { text: hello } }\n'
    writeFileSync(at('desk.blueprint.yaml'), `version: 2025-11-02\nresources:\n${sheet}`)
    done('up', '--yes')
    assert.deepEqual(things(), ['notes:index:Sheet, red'])
    rmSync(at('slipway.config.yaml'))
    rmSync(at('desk.blueprint.yaml'))
    done('destroy', '--yes', '--instance', 'desk')
    assert.deepEqual(things(), [])
  })

  test('may use them with a provider configured by a resource', (t) => {
    const { at, done, run, things } = desk(t)
    writeFileSync(at('slipway.config.yaml'), packages)
    const write = (type: string, configuration: string): void =>
      writeFileSync(
        at('desk.blueprint.yaml'),
        `version: 2025-11-02
resources:
  first: { type: "desk:index:Drawer", spec: { text: wood } }
  mine: { type: "${type}", spec: { drawer: "\${resources.first.spec.id}" } }
  note: { type: "notes:index:Sheet", metadata: { custom: { slipway: { provider: ${configuration} } } }, spec: { text: hello } }
`,
      )
    write('pulumi:providers:desk', 'resources.mine')
    done('up', '--yes')
    assert.deepEqual(things(), ['desk:index:Drawer, none', 'notes:index:Sheet, red'])
    assert.match(readFileSync(at('calls.jsonl'), 'utf8'), /desk:config:drawer","desk-1"/)
    assert.match(done('up', '--yes'), /Nothing to do/)
    write('pulumi:providers:desk', 'resources.first')
    assert.match(run('validate').err, /does not configure the provider desk:[^]*type pulumi:providers:desk/)
    write('pulumi:providers:desk', 'left')
    assert.match(
      run('validate').err,
      /no configuration "left" of the provider desk:[^]*write configurations\.desk:\.left/,
    )
    rmSync(at('desk.blueprint.yaml'))
    done('destroy', '--yes', '--instance', 'desk')
    assert.deepEqual(things(), [])
  })

  test('is refused with the reason if they are wrong', (t) => {
    const { at, run } = desk(t)
    const refused = (all: string): string => {
      writeFileSync(at('slipway.config.yaml'), `plugins: { packages: { ${all} } }\n`)
      const { code, err } = run('up', '--yes')
      assert.notEqual(code, 0)
      return err
    }
    writeFileSync(at('desk.blueprint.yaml'), blueprint)
    assert.match(
      refused('notes: { extends: table, parameters: [notes] }'),
      /have pulumi\/table serve the package notes, but it is not installed/,
    )
    assert.match(
      refused('notes: { extends: desk, plugin: pulumi/desk, parameters: [notes] }'),
      /has a plugin, and a package that it extends/,
    )
    const chain =
      'maps: { extends: desk, parameters: [maps, blue] }, notes: { extends: maps, parameters: [notes, red] }'
    assert.match(refused(chain), /have pulumi\/maps serve the package notes, but it extends another package itself/)
  })
})

suite('a program in Python', { skip: skip || skipPython }, () => {
  test('may use extension packages', (t) => {
    const { at, up, done, things } = desk(t)
    writeFileSync(at('Pulumi.yaml'), 'name: books\nruntime: python\n')
    symlinkSync(join(import.meta.dirname, '.venv'), at('.venv'))
    writeFileSync(
      at('__main__.py'),
      `import base64
import pulumi
from pulumi.runtime import settings

async def notes():
    return await settings.register_package(
        base_provider_name="desk", base_provider_version="2.0.0", base_provider_download_url="",
        package_name="notes", package_version="3.0.0",
        base64_parameter=base64.b64encode(b"red").decode(), extension=True)

mine = pulumi.ProviderResource("desk", "mine", {"drawer": "left"})
box = pulumi.ComponentResource("x:index:Box", "box", {}, pulumi.ResourceOptions(providers=[mine]))
sheet = pulumi.CustomResource("notes:index:Sheet", "note", {"text": "hello", "ink": None},
    pulumi.ResourceOptions(parent=box), package_ref=notes())
`,
    )
    up()
    assert.deepEqual(things(), ['notes:index:Sheet, red'])
    done('destroy', '--yes')
    assert.deepEqual(things(), [])
  })
})
