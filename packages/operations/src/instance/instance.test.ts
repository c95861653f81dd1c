import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { Failure } from '@slipway/model'
import type { InstanceRecord, InstanceState, StateStore } from '@slipway/stores'
import { evaluateInBlueprint } from '../look/evaluate-in-blueprint.ts'
import { openProject, type Project } from '../project/project.ts'
import { checkInstance, type Undertaking } from './check-instance.ts'
import type { NewInstanceQuestion } from './instance-wish.ts'
import { assureInstance } from './new-instance.ts'
import { refuseFileOfAnother, variableFilesOf } from './other-variables.ts'

function folderWith(context: TestContext, ...names: readonly string[]): string {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-guard-')))
  context.after(() => rmSync(path, { recursive: true, force: true }))
  mkdirSync(join(path, 'env'))
  for (const name of names) writeFileSync(join(path, name), '')
  return path
}

async function projectOf(cwd: string, instance: string, file?: string): Promise<Project> {
  return await openProject({ cwd, env: { HOME: cwd } }, { file, instance }, 'looks')
}

/** Returns a state with these instances. */
function storeOf(...records: readonly Partial<InstanceRecord>[]): Pick<StateStore, 'instances' | 'load'> {
  return {
    instances: () => Promise.resolve(records.map(({ name = '' }) => ({ name }))),
    load: (name) => Promise.resolve(stateOf(records.find((record) => record.name === name))),
  }
}

function stateOf(instance: Partial<InstanceRecord> | undefined): InstanceState | undefined {
  return instance && ({ instance: { status: 'deployed', ...instance }, resources: [] } as unknown as InstanceState)
}

function codeOf(code: string, message: RegExp, hint = /./) {
  return (error: unknown): boolean => {
    assert.ok(error instanceof Failure, String(error))
    assert.equal(error.code, code)
    assert.match(error.message, message)
    assert.match(error.hint ?? '', hint)
    return true
  }
}

describe('an instance that is new', () => {
  test('is refused with the nearest name where its blueprint has variables files', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.prod.vars.yaml', 'site.dev.vars.yaml')
    const slipway = { cwd, env: { HOME: cwd } }
    const project = await projectOf(cwd, 'prdo')
    await assert.rejects(
      assureInstance(slipway, project, {}),
      codeOf('cli/new-instance', /^prdo is new here: .* no site\.prdo\.vars\.yaml$/, /^did you mean "prod"\? --create/),
    )
    await assureInstance(slipway, project, { create: true })
    await assureInstance(slipway, await projectOf(cwd, 'prod'), {})
  })

  test('is refused by eval, too, instead of evaluating with defaults', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.prod.vars.yaml')
    await assert.rejects(
      evaluateInBlueprint({ cwd, env: { HOME: cwd } }, '1 + 1', { instance: 'prdo' }),
      codeOf('cli/new-instance', /^prdo is new here/),
    )
  })

  test('is asked about, and made if the answer is yes', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.prod.vars.yaml')
    const slipway = { cwd, env: { HOME: cwd } }
    const asked: NewInstanceQuestion[] = []
    const create = (answer: boolean) => (question: NewInstanceQuestion) => {
      asked.push(question)
      return Promise.resolve(answer)
    }
    const project = await projectOf(cwd, 'prdo')
    await assureInstance(slipway, project, { create: create(true) })
    await assert.rejects(
      assureInstance(slipway, project, { create: create(false) }),
      codeOf('cli/new-instance', /prdo is new/),
    )
    assert.deepEqual(asked, [
      { instance: 'prdo', nearest: 'prod' },
      { instance: 'prdo', nearest: 'prod' },
    ])
  })

  test('is the default one as well, and no other blueprint is concerned', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'other.blueprint.yaml', 'site.prod.vars.yaml')
    const slipway = { cwd, env: { HOME: cwd } }
    await assert.rejects(
      assureInstance(slipway, await openProject(slipway, { file: 'site.blueprint.yaml' }, 'looks'), {}),
      codeOf('cli/new-instance', /^site is new here/, /^there are: prod; --create/),
    )
    await assureInstance(slipway, await projectOf(cwd, 'prdo', 'other.blueprint.yaml'), {})
  })
})

describe('variables files', () => {
  test('of another instance are refused by their names', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.prod.vars.yaml', 'site.dev.vars.yaml', 'more.yaml')
    const project = await projectOf(cwd, 'prod')
    const given = { variableFiles: ['site.dev.vars.yaml'] }
    assert.throws(
      () => refuseFileOfAnother(project, given, cwd),
      codeOf('cli/other-variables', /^site\.dev\.vars\.yaml has the variables of dev, not those of prod$/),
    )
    refuseFileOfAnother(project, { ...given, otherVariables: true }, cwd)
    refuseFileOfAnother(project, { variableFiles: ['more.yaml', './site.prod.vars.yaml'] }, cwd)
  })

  test('of another instance are refused under another name, too', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.dev.vars.yaml')
    symlinkSync('site.dev.vars.yaml', join(cwd, 'current.yaml'))
    const project = await projectOf(cwd, 'prod')
    assert.throws(
      () => refuseFileOfAnother(project, { variableFiles: ['current.yaml'] }, cwd),
      codeOf('cli/other-variables', /^site\.dev\.vars\.yaml has/),
    )
  })

  test('are recorded by their names in the project; pipes and files outside are not', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'site.prod.vars.yaml', 'env/prod.yaml')
    const outside = folderWith(context, 'outside.yaml')
    const project = await projectOf(cwd, 'prod')
    const variableFiles = ['prod.yaml', '/dev/null', join(outside, 'outside.yaml'), 'missing.yaml']
    assert.deepEqual(variableFilesOf(project, { variableFiles }, join(cwd, 'env')), [
      'site.prod.vars.yaml',
      'env/prod.yaml',
    ])
  })

  test('that were given for another instance are refused where none is of its own', async (context) => {
    const cwd = folderWith(
      context,
      'site.blueprint.yaml',
      'env/prod.yaml',
      'env/dev.yaml',
      'env/all.yaml',
      'env/new.yaml',
    )
    const blueprintFile = join(cwd, 'site.blueprint.yaml')
    const prod = { name: 'prod', blueprintFile, variableFiles: ['env/all.yaml', 'env/prod.yaml'] }
    const dev = { name: 'dev', blueprintFile, variableFiles: ['env/all.yaml', 'env/dev.yaml'] }
    const store = storeOf(dev, prod)
    const project = await projectOf(cwd, 'prod')
    const check = (wish: Undertaking['wish'], state = stateOf(prod)): Promise<void> =>
      checkInstance(store, state, { operation: 'up', project, wish, cwd })
    const others = { variableFiles: ['env/new.yaml', 'env/dev.yaml'] }
    await assert.rejects(
      check(others),
      codeOf(
        'cli/other-variables',
        /^env\/dev\.yaml was given for the last deployment of dev; prod was deployed with env\/all\.yaml, env\/prod\.yaml$/,
      ),
    )
    await check({ ...others, otherVariables: true })
    await check({ variableFiles: ['env/new.yaml'] })
    await check({ variableFiles: ['env/all.yaml', 'env/dev.yaml'] })
    await check({})
    // The instance was never deployed with files.
    await check(others, stateOf({ name: 'prod', blueprintFile }))
    await check(others, stateOf({ name: 'prod', blueprintFile, variableFiles: [] }))
    // A file of the same name in another project is different.
    const elsewhere = storeOf({ ...dev, blueprintFile: '/elsewhere/site.blueprint.yaml' }, prod)
    await checkInstance(elsewhere, stateOf(prod), { operation: 'up', project, wish: others, cwd })
  })
})

describe('an instance that was deployed from another file of the folder', () => {
  test('is refused as long as that file is there', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'other.blueprint.yaml')
    const project = await projectOf(cwd, 'prod', 'site.blueprint.yaml')
    const check = (
      last: string,
      more: Partial<Undertaking> = {},
      record: Partial<InstanceRecord> = {},
    ): Promise<void> => {
      const state = stateOf({ name: 'prod', blueprintFile: join(cwd, last), ...record })
      return checkInstance(storeOf(), state, { operation: 'up', project, wish: {}, cwd, ...more })
    }
    const isRefused = codeOf(
      'cli/other-blueprint',
      /^prod was last deployed from other\.blueprint\.yaml, which still exists, not from site\.blueprint\.yaml$/,
      /--other-blueprint/,
    )
    for (const operation of ['up', 'tasks', 'destroy'] as const)
      await assert.rejects(check('other.blueprint.yaml', { operation }), isRefused)
    await check('other.blueprint.yaml', { wish: { otherBlueprint: true } })
    await check('other.blueprint.yaml', { operation: 'refresh' })
    await check('other.blueprint.yaml', {}, { status: 'destroyed' })
    await check('gone.blueprint.yaml')
    await check('site.blueprint.yaml')
  })

  test('can be destroyed from the folder, where no file is named', async (context) => {
    const cwd = folderWith(context, 'site.blueprint.yaml', 'plain.yaml')
    const project = await projectOf(cwd, 'prod')
    const state = stateOf({ name: 'prod', blueprintFile: join(cwd, 'plain.yaml') })
    await checkInstance(storeOf(), state, { operation: 'destroy', project, wish: {}, cwd })
  })
})
