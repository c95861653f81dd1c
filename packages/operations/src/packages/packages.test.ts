import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { DiagnosticsFailure } from '@slipway/model'
import { describe, test } from '../../../../test/cases.ts'
import { installPlugins } from '../installing/install-plugins.ts'
import { installProject } from '../installing/install-project.ts'
import { addPackage } from './add-package.ts'
import { getPackageSchema } from './get-schema.ts'
import { publishPackage } from './publish-package.ts'
import { listPackages } from './list-packages.ts'
import { removePackage } from './remove-package.ts'
import { machine } from '../sdks/testing/machine.ts'

const source = '../sheets'
const parameters = ['notes', 'red']

describe('a package that is added to a program', () => {
  test('is installed and locked, named in the project, made into an SDK, and linked', async (t) => {
    const { slipway, program, read, at, mirrored } = machine(t)
    program()
    const added = await addPackage(slipway, { source: 'sheets', settings: mirrored() })
    assert.deepEqual(
      [added.name, added.version, added.plugin.name, added.file, added.runtime],
      ['sheets', '2.0.0', 'sheets', at('work/Pulumi.yaml'), 'nodejs'],
    )
    assert.equal(added.sdk?.instructions, 'import * as sheets from "@pulumi/sheets"')
    assert.equal(read('Pulumi.yaml'), 'name: shop\nruntime: nodejs # ours\npackages:\n  sheets: sheets@2.0.0\n')
    assert.deepEqual(JSON.parse(read('package.json')).dependencies, { '@pulumi/sheets': 'file:sdks/sheets' })
    assert.deepEqual(JSON.parse(read('sdks/sheets/slipway-sdk.json')), {
      package: 'sheets',
      version: '2.0.0',
      language: 'nodejs',
    })
    assert.match(read('sdks/sheets/sheet.d.ts'), /export declare class Sheet extends pulumi\.CustomResource/)
    assert.match(read('npm-calls'), /^install .*--ignore-scripts\n$/)
    assert.match(read('slipway.lock'), /pulumi:sheets[\s\S]*2\.0\.0/)
  })

  test('stands beside other packages of the same plugin, each with its SDK', async (t) => {
    const { slipway, program, read } = machine(t)
    program()
    await addPackage(slipway, { source, parameters })
    await addPackage(slipway, { source, parameters: ['maps', 'blue'] })
    const listed = await listPackages(slipway)
    assert.deepEqual(
      listed.map(({ name, source: from, parameters: words, sdk }) => [name, from, words, sdk?.version]),
      [
        ['notes', '../sheets', ['notes', 'red'], '1.0.0'],
        ['maps', '../sheets', ['maps', 'blue'], '1.0.0'],
      ],
    )
    assert.match(read('sdks/maps/utilities.js'), /packageName: "maps",[\s\S]*base64Parameter: "Ymx1ZQ=="/)
    assert.match(read('package.json'), /"@pulumi\/maps": "file:sdks\/maps",\n {4}"@pulumi\/notes"/)
  })

  test('replaces itself when it is added again', async (t) => {
    const { slipway, program, read } = machine(t)
    program()
    await addPackage(slipway, { source, parameters })
    await addPackage(slipway, { source, parameters: ['notes', 'blue'] })
    assert.match(read('Pulumi.yaml'), /parameters: \["notes", "blue"\]\n$/)
    assert.match(read('sdks/notes/utilities.js'), /Ymx1ZQ==/)
    assert.equal((await listPackages(slipway)).length, 1)
  })

  test('gets its SDK again with slipway install, if the program is linked to it', async (t) => {
    const { slipway, program, at, isThere, language } = machine(t)
    program()
    language('nodejs', 'runs')
    await addPackage(slipway, { source, parameters })
    rmSync(at('work/sdks'), { recursive: true })
    const told: string[] = []
    await installProject(slipway, {}, (event) => event.type === 'notice' && told.push(event.message))
    assert.ok(isThere('sdks/notes/sheet.js'))
    assert.ok(
      told.some((line) => line === 'the SDK of notes 1.0.0 was missing, so Slipway creates it: sdks/notes'),
      told.join('\n'),
    )
  })

  test('may be left to be installed later', async (t) => {
    const { slipway, program, isThere } = machine(t)
    program()
    await addPackage(slipway, { source, link: false })
    assert.equal(isThere('npm-calls'), false)
    assert.ok(isThere('sdks/sheets/index.js'))
  })

  test('is taken out again with its SDK, and nothing else', async (t) => {
    const { slipway, program, read, isThere, files } = machine(t)
    program()
    const before = files()
    await addPackage(slipway, { source })
    const removed = await removePackage(slipway, { name: 'sheets' })
    assert.match(removed.sdk ?? '', /sdks\/sheets$/)
    assert.equal(read('Pulumi.yaml'), 'name: shop\nruntime: nodejs # ours\n')
    assert.deepEqual(JSON.parse(read('package.json')).dependencies, {})
    assert.equal(isThere('sdks'), false)
    assert.deepEqual(files(), [...before, 'npm-calls'].toSorted())
  })

  test('is taken out of the package.json, too, where its SDK is not there, as after a clone', async (t) => {
    const { slipway, program, read, at, write } = machine(t)
    program()
    await addPackage(slipway, { source })
    rmSync(at('work/sdks'), { recursive: true })
    assert.deepEqual(await removePackage(slipway, { name: 'sheets' }), { name: 'sheets', file: at('work/Pulumi.yaml') })
    assert.deepEqual(JSON.parse(read('package.json')).dependencies, {})
    assert.equal(read('npm-calls').trim().split('\n').length, 2)
    write('Pulumi.yaml', 'name: shop\nruntime: nodejs\npackages:\n  sheets: ../sheets\n')
    write('package.json', '{"dependencies":{"@pulumi/sheets":"^1.0.0"}}')
    await removePackage(slipway, { name: 'sheets' })
    assert.equal(read('package.json'), '{"dependencies":{"@pulumi/sheets":"^1.0.0"}}')
    assert.equal(read('npm-calls').trim().split('\n').length, 2)
  })

  test('stays whole where a folder of its name is no SDK', async (t) => {
    const { slipway, program, at, read } = machine(t)
    program()
    await addPackage(slipway, { source })
    rmSync(at('work/sdks/sheets/slipway-sdk.json'))
    const before = [read('Pulumi.yaml'), read('package.json')]
    await assert.rejects(removePackage(slipway, { name: 'sheets' }), { code: 'package/not-generated' })
    assert.deepEqual([read('Pulumi.yaml'), read('package.json')], before)
  })

  test('needs no SDK in YAML', async (t) => {
    const { slipway, program, isThere } = machine(t)
    program('yaml')
    const added = await addPackage(slipway, { source })
    assert.deepEqual([added.runtime, added.sdk, isThere('sdks')], ['yaml', undefined, false])
  })
})

describe('a package for another language', () => {
  test('is made and linked by its language plugin', async (t) => {
    const { slipway, program, language, said, at, read } = machine(t)
    program('go')
    language('go', 'makes')
    const added = await addPackage(slipway, { source })
    assert.deepEqual(added.sdk?.leftOut, ['one is left out'])
    assert.equal(added.sdk?.instructions, 'import pulumi_sheets')
    assert.equal(read('sdks/sheets/sheets.py'), 'pass\n')
    assert.deepEqual(said('language'), [
      { generate: 'sheets', hasLoader: true, local: true },
      { link: [['sheets', '2.0.0', at('work/sdks/sheets')]], root: at('work') },
    ])
  })

  for (const [runtime, does] of [
    ['go', 'runs'],
    ['python', undefined],
  ] as const)
    test(`is refused where nothing makes SDKs for it: ${runtime}`, async (t) => {
      const { slipway, program, language, files, isThere } = machine(t)
      program(runtime)
      if (does !== undefined) language(runtime, does)
      const before = files()
      await assert.rejects(addPackage(slipway, { source }), {
        code: 'package/no-generator',
        message: `no language plugin here makes SDKs for ${runtime}: Slipway itself makes those for nodejs`,
      })
      assert.equal(isThere('sdks'), false)
      assert.deepEqual(files(), before)
    })

  test('is refused with the words of its language plugin', async (t) => {
    const { slipway, program, language, isThere } = machine(t)
    program('go')
    language('go', 'wrong')
    await assert.rejects(addPackage(slipway, { source }), (error) => {
      assert.ok(error instanceof DiagnosticsFailure)
      assert.equal(error.diagnostics[0]?.message, 'no such type: x')
      return true
    })
    assert.equal(isThere('sdks'), false)
  })
})

describe('a package of a stack or a blueprint', () => {
  test('is in its settings, with all that is written there, and needs no SDK', async (t) => {
    const { slipway, write, read, isThere, mirrored } = machine(t)
    write('slipway.config.yaml', '# ours\nretry: { maxRetries: 1 }\n')
    const settings = mirrored()
    const added = await addPackage(slipway, { source: 'sheets', parameters, settings })
    assert.deepEqual([added.name, added.runtime, added.sdk], ['notes', undefined, undefined])
    const before = '# ours\nretry: { maxRetries: 1 }\n'
    const pin = 'plugins:\n  pin:\n    pulumi/sheets: "2.0.0"\n'
    const served = '  packages:\n    notes:\n      plugin: pulumi/sheets\n      parameters: ["notes", "red"]\n'
    assert.equal(read('slipway.config.yaml'), `${before}${pin}${served}`)
    assert.deepEqual(
      (await listPackages(slipway)).map(({ name, source: from, parameters: words }) => [name, from, words]),
      [['notes', 'pulumi/sheets', ['notes', 'red']]],
    )
    await removePackage(slipway, { name: 'notes' })
    assert.equal(read('slipway.config.yaml'), `${before}${pin}`)
    assert.equal(isThere('sdks'), false)
  })

  test('is refused by a folder, which its settings cannot name', async (t) => {
    const { slipway, write, isThere } = machine(t)
    write('slipway.config.yaml', '# ours\nretry: { maxRetries: 1 }\n')
    await assert.rejects(addPackage(slipway, { source }), { code: 'package/not-by-name' })
    assert.equal(isThere('sdks'), false)
  })
})

describe('adding a package is refused by name, and the project stays as it was', () => {
  const refused: readonly (readonly [why: string, act: string, code: string, words?: readonly string[]])[] = [
    ['a plugin that answers no schema', 'empty', 'package/bad-schema'],
    ['a plugin that answers a list', 'list', 'package/bad-schema'],
    ['a plugin that names a path', 'path', 'package/bad-schema'],
    ['a plugin that wants to stand in for the SDK of Pulumi', 'shadow', 'package/bad-schema'],
    ['words that its plugin does not know', 'good', 'protocol/unknown', ['refused']],
  ]
  for (const [why, act, code, words = []] of refused)
    test(why, async (t) => {
      const { slipway, program, read, files } = machine(t, act)
      program()
      const before = [read('Pulumi.yaml'), read('package.json'), files()]
      const error = await addPackage(slipway, { source, parameters: words }).then(
        () => undefined,
        (thrown: unknown) => thrown,
      )
      assert.ok(error instanceof Error, 'nothing was refused')
      if (code.startsWith('package/')) assert.equal(Reflect.get(error, 'code'), code)
      assert.deepEqual([read('Pulumi.yaml'), read('package.json')], before.slice(0, 2))
      assert.deepEqual(files(), before[2])
    })

  test('a folder without a project', async (t) => {
    const { slipway } = machine(t)
    await assert.rejects(addPackage(slipway, { source }), { code: 'package/no-project' })
  })

  test('a program without a package.json', async (t) => {
    const { slipway, write, files, read } = machine(t)
    write('Pulumi.yaml', 'name: shop\nruntime: nodejs\n')
    await assert.rejects(addPackage(slipway, { source }), { code: 'package/no-manifest' })
    assert.deepEqual([files(), read('Pulumi.yaml')], [['Pulumi.yaml'], 'name: shop\nruntime: nodejs\n'])
  })

  test('a program that has the SDK from npm', async (t) => {
    const { slipway, program, write, files, read } = machine(t)
    program()
    write('package.json', '{"dependencies": {"@pulumi/sheets": "^1.0.0"}}')
    const before = read('Pulumi.yaml')
    await assert.rejects(addPackage(slipway, { source }), { code: 'package/other-dependency' })
    assert.deepEqual([files(), read('Pulumi.yaml')], [['Pulumi.yaml', 'package.json'], before])
  })

  test('a folder of the same name that is no SDK', async (t) => {
    const { slipway, program, at, write, read } = machine(t)
    program()
    mkdirSync(at('work/sdks/sheets'), { recursive: true })
    write('sdks/sheets/mine.ts', 'export {}\n')
    await assert.rejects(addPackage(slipway, { source }), { code: 'package/not-generated' })
    assert.equal(read('sdks/sheets/mine.ts'), 'export {}\n')
  })

  test('removing one that nobody has added', async (t) => {
    const { slipway, program } = machine(t)
    program()
    await addPackage(slipway, { source, link: false })
    await assert.rejects(removePackage(slipway, { name: 'sheet' }), { code: 'package/unknown', hint: /sheets/ })
  })
})

test('the schema of a package is shown without a project, and nothing is written', async (t) => {
  const { slipway, files } = machine(t)
  const { name, schema } = await getPackageSchema(slipway, { source, parameters })
  assert.equal(name, 'notes')
  assert.deepEqual(JSON.parse(schema).parameterization.parameter, btoa('red'))
  assert.deepEqual(files(), [])
})

test('an extension tells which package it stands beside', async (t) => {
  const { slipway } = machine(t, 'extends')
  assert.equal((await getPackageSchema(slipway, { source, parameters })).extended, 'sheets')
})

describe('a package that is published', () => {
  test('lies in a folder with its schema, its documentation and its plugin, and never changes', async (t) => {
    const { slipway, read, at, write } = machine(t)
    const request = { source, plugin: 'github.com/acme/sheets@2.0.0', parameters, to: 'registry' }
    assert.equal((await publishPackage(slipway, request)).action, 'published')
    assert.deepEqual(JSON.parse(read('registry/notes/index.json')), { name: 'notes', versions: ['1.0.0'] })
    assert.equal(JSON.parse(read('registry/notes/1.0.0/schema.json')).name, 'notes')
    assert.match(
      read('registry/notes/1.0.0/README.md'),
      /^# `notes` 1\.0\.0\n\n## Resources\n\n### `notes:index:Sheet`/,
    )
    const about = JSON.parse(read('registry/notes/1.0.0/package.json'))
    assert.deepEqual([about.parameters, about.plugin.source], [parameters, 'git+https://github.com/acme/sheets@2.0.0'])
    assert.equal((await publishPackage(slipway, request)).action, 'present')
    write('own.md', '# Mine\n')
    await assert.rejects(publishPackage(slipway, { ...request, readme: 'own.md' }), { code: 'package/published' })
    assert.match(read('registry/notes/1.0.0/README.md'), /^# `notes`/)
    await publishPackage(slipway, { ...request, parameters: [], to: at('work/registry'), readme: 'own.md' })
    assert.equal(read('registry/sheets/2.0.0/README.md'), '# Mine\n')
  })

  test('is refused if only this machine has its plugin, before anything is published', async (t) => {
    const { slipway, isThere } = machine(t)
    for (const plugin of [undefined, './elsewhere'])
      await assert.rejects(publishPackage(slipway, { source, plugin, to: 'registry' }), {
        code: 'package/local-source',
        message: `others cannot get the plugin from ${plugin ?? source}, a path on this machine`,
      })
    assert.equal(isThere('registry'), false)
  })
})

describe('a plugin that is sources and names packages', () => {
  test('gets their SDKs while it is installed, before its own dependencies', async (t) => {
    const { slipway, language, write, at } = machine(t)
    language('nodejs', 'runs')
    mkdirSync(at('work/clerk'))
    const packages = `packages:\n  notes:\n    source: ${at('sheets')}\n    parameters: [notes, red]\n`
    write('clerk/PulumiPlugin.yaml', `runtime: nodejs\n${packages}`)
    write('clerk/package.json', '{ "name": "clerk" }\n')
    const { outcomes } = await installPlugins(slipway, { descriptors: ['./clerk'] })
    assert.deepEqual(
      outcomes.map(({ failure }) => failure?.message),
      [undefined],
    )
    const folder = outcomes[0]?.installed?.folder ?? ''
    const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
    assert.match(text('sdks/notes/sheet.js'), /class Sheet extends pulumi\.CustomResource/)
    assert.deepEqual(JSON.parse(text('package.json')).dependencies, { '@pulumi/notes': 'file:sdks/notes' })
    assert.match(text('npm-calls'), /^install /)
  })
})
