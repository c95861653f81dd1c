import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import { trustFolder } from '../configure/trust.ts'
import type { Slipway } from '../slipway.ts'
import { namedFiles } from '../trust/project-files.ts'
import { findProject, openProject } from './project.ts'
import { givenVariables, ownVariables } from './variables.ts'
import { instancesOfFile, variablesFileOf, variablesFilesOf } from './variables-files.ts'

function folderWith(context: TestContext, files: Readonly<Record<string, string>>): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-instances-')))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

function slipwayIn(cwd: string, more: Partial<Slipway> & { readonly env?: NodeJS.ProcessEnv } = {}): Slipway {
  return { cwd, ...more, env: { HOME: cwd, ...more.env } }
}

describe('the variables files of a blueprint', () => {
  test('are those that begin with its name, by instance', (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'site.prod.vars.yaml': '',
      'site.eu.west.vars.yaml': '',
      'site.vars.yaml': '',
      'site..vars.yaml': '',
      'other.dev.vars.yaml': '',
    })
    const found = variablesFilesOf(join(cwd, 'site.blueprint.yaml'))
    assert.deepEqual([...found.keys()].sort(), ['eu.west', 'prod'])
    assert.equal(found.get('prod'), join(cwd, 'site.prod.vars.yaml'))
    assert.deepEqual(instancesOfFile(join(cwd, 'site.prod.vars.yaml')), ['prod'])
    assert.deepEqual(instancesOfFile(join(cwd, 'other.dev.vars.yaml')), [])
  })

  test('are those of the stack with the same name, too; stack.ts has its own', (context) => {
    const cwd = folderWith(context, {
      'site.stack.ts': '',
      'stack.ts': '',
      'site.a.vars.yaml': '',
      'stack.b.vars.yaml': '',
    })
    assert.deepEqual([...variablesFilesOf(join(cwd, 'site.stack.ts')).keys()], ['a'])
    assert.deepEqual([...variablesFilesOf(join(cwd, 'stack.ts')).keys()], ['b'])
  })

  test('may end in .yml or .json, and one instance has only one of them', (context) => {
    const cwd = folderWith(context, { 'site.blueprint.yaml': '', 'site.a.vars.yml': '', 'site.b.vars.json': '' })
    const file = join(cwd, 'site.blueprint.yaml')
    assert.deepEqual([...variablesFilesOf(file).keys()], ['a', 'b'])
    assert.equal(variablesFileOf(file, 'b'), join(cwd, 'site.b.vars.json'))
    assert.equal(variablesFileOf(file, 'c'), join(cwd, 'site.c.vars.yaml'))
    assert.deepEqual(instancesOfFile(join(cwd, 'site.a.vars.yml')), ['a'])
    writeFileSync(join(cwd, 'site.a.vars.yaml'), '')
    assert.throws(() => variablesFilesOf(file), {
      code: 'cli/ambiguous-variables',
      message: 'a has two variables files: site.a.vars.yaml and site.a.vars.yml',
    })
  })

  test('are reported if they are links to missing files', (context) => {
    const cwd = folderWith(context, { 'site.blueprint.yaml': '' })
    symlinkSync('gone.yaml', join(cwd, 'site.prod.vars.yaml'))
    const file = join(cwd, 'site.prod.vars.yaml')
    const own = { file, files: namedFiles, pointers: 'followed' as const }
    assert.throws(() => givenVariables({ own, env: {}, cwd, declared: new Set() }), /site\.prod\.vars\.yaml/)
  })

  test('are refused where one could belong to two blueprints', (context) => {
    const cwd = folderWith(context, { 'app.blueprint.yaml': '', 'app.eu.stack.ts': '', 'app.eu.prod.vars.yaml': '' })
    for (const file of ['app.blueprint.yaml', 'app.eu.stack.ts'])
      assert.throws(
        () => variablesFilesOf(join(cwd, file)),
        (error) =>
          error instanceof Failure &&
          error.code === 'cli/ambiguous-variables' &&
          error.details.join() === 'of app, for the instance eu.prod,of app.eu, for the instance prod',
      )
  })
})

describe('the values of an instance', () => {
  test('come before defaults, and after everything that somebody names', async (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'site.prod.vars.yaml': 'a: own\nb: own\nc: own\nd: own\n',
      'more.yaml': 'c: file\n',
    })
    const project = await openProject(slipwayIn(cwd), { instance: 'prod' }, 'looks')
    const env = { SLIPWAY_VAR_b: 'environment' }
    const given = givenVariables({
      env,
      cwd,
      declared: new Set(['a', 'b']),
      own: ownVariables(project),
      variableFiles: ['more.yaml'],
      variables: { d: 'request' },
    })
    assert.deepEqual(
      Array.from(given, ([name, { value }]) => [name, value]),
      [
        ['a', 'own'],
        ['b', 'environment'],
        ['c', 'file'],
        ['d', 'request'],
      ],
    )
  })

  test('are read for the default instance as well', async (context) => {
    const cwd = folderWith(context, { 'site.blueprint.yaml': '', 'site.site.vars.yaml': 'a: 1\n' })
    const own = ownVariables(await openProject(slipwayIn(cwd), {}, 'looks'))
    assert.deepEqual([...givenVariables({ env: {}, cwd, declared: new Set(), own }).keys()], ['a'])
  })

  test('lead to other files and variables only where the folder is trusted', async (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'site.prod.vars.yaml': 'a: env:TOKEN\nb: plain\nc: [{ d: env:TOKEN }]\n',
    })
    const slipway = slipwayIn(cwd, { trust: 'remembered' })
    await assert.rejects(
      openProject(slipway, { instance: 'prod' }, 'runs'),
      (error) =>
        error instanceof Failure &&
        error.code === 'cli/untrusted' &&
        error.details.join() ===
          'variable a, which points to env:TOKEN (site.prod.vars.yaml),variable c, which points to env:TOKEN (site.prod.vars.yaml)',
    )
    const own = ownVariables(await openProject(slipway, { instance: 'prod' }, 'looks'))
    const given = givenVariables({ env: { TOKEN: 't' }, cwd, declared: new Set(), own })
    assert.deepEqual([...given.keys()], ['b'])
  })

  test('are listed with the settings of all instances when a folder is trusted', async (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'site.prod.vars.yaml': 'a: env:TOKEN\n',
      'other.dev.vars.yaml': 'a: env:TOKEN\n',
      'slipway.dev.config.yaml': 'plugins: { path: [./plugins] }\n',
    })
    const { brings } = await trustFolder(slipwayIn(cwd))
    assert.deepEqual(
      brings.map(({ what, place }) => `${what} (${place})`),
      [
        'plugin path ./plugins (slipway.dev.config.yaml:1)',
        'variable a, which points to env:TOKEN (site.prod.vars.yaml)',
      ],
    )
  })
})

describe('an instance', () => {
  test('is the one that SLIPWAY_INSTANCE names, unless the request names another', async (context) => {
    const cwd = folderWith(context, { 'site.blueprint.yaml': '' })
    const slipway = slipwayIn(cwd, { env: { SLIPWAY_INSTANCE: 'prod' } })
    const { instance, isInstanceGiven } = await findProject(slipway, {}, 'looks')
    assert.deepEqual([instance, isInstanceGiven], ['prod', true])
    assert.equal((await findProject(slipway, { instance: 'dev' }, 'looks')).instance, 'dev')
    const without = await findProject(slipwayIn(cwd, { env: { SLIPWAY_INSTANCE: '' } }), {}, 'looks')
    assert.deepEqual([without.instance, without.isInstanceGiven], ['site', false])
  })

  test('has settings of its own, over those of the project', async (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'slipway.config.yaml': 'parallelism: 3\nproviders:\n  aws:\n    region: eu\n    profile: a\n',
      'slipway.prod.config.yaml': 'providers:\n  aws:\n    region: us\n',
    })
    const settingsOf = async (instance: string) => {
      const { settings } = await findProject(slipwayIn(cwd), { instance }, 'looks')
      return [
        settings.number('parallelism'),
        settings.below('providers', 'aws'),
        settings.get('providers', 'aws', 'region')?.origin,
      ]
    }
    assert.deepEqual(await settingsOf('prod'), [3, { region: 'us', profile: 'a' }, 'slipway.prod.config.yaml:3'])
    assert.deepEqual(await settingsOf('dev'), [3, { region: 'eu', profile: 'a' }, 'slipway.config.yaml:4'])
  })

  test('has settings that are checked like those of the project: a check is not switched off, and code needs trust', async (context) => {
    const cwd = folderWith(context, {
      'site.blueprint.yaml': '',
      'slipway.prod.config.yaml': 'plugins:\n  allowUnsafePaths: true\n  path: [./plugins]\n',
    })
    const slipway = slipwayIn(cwd, { trust: 'remembered' })
    const { settings } = await findProject(slipway, { instance: 'prod' }, 'looks')
    assert.equal(settings.flag('plugins', 'allowUnsafePaths'), false)
    assert.deepEqual(settings.list('plugins', 'path'), [])
    await assert.rejects(findProject(slipway, { instance: 'prod' }, 'runs'), /is not trusted/)
    await findProject(slipway, { instance: 'dev' }, 'runs')
  })
})
