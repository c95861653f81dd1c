import assert from 'node:assert/strict'
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import type { Slipway } from '../slipway.ts'
import { validate } from './validate.ts'

const blueprint = `version: 2025-11-02
variables:
  port: {type: integer}
  stage: {type: string, allowedValues: [dev, prod]}
  token: {type: string, secret: true}
exports:
  port: {type: integer, field: variables.port}
resources: {}
`

async function toldAbout(
  context: TestContext,
  files: Readonly<Record<string, string>>,
  more: Pick<Slipway, 'trust'> = {},
): Promise<readonly string[]> {
  const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-each-')))
  context.after(() => rmSync(cwd, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(cwd, name), text)
  const env = { HOME: cwd, PATH: process.env['PATH'], TOKEN: 'found in the environment' }
  const { diagnostics } = await validate({ cwd, env, ...more })
  return diagnostics.map(({ severity, message, file = '' }) =>
    `${severity}: ${message} | ${file}`.replaceAll(`${cwd}/`, ''),
  )
}

describe('a validation', () => {
  test('says why a value is missing that the file of an instance takes from the environment', async (context) => {
    const cwd = realpathSync(mkdtempSync(join(tmpdir(), 'slipway-each-')))
    context.after(() => rmSync(cwd, { recursive: true, force: true }))
    writeFileSync(join(cwd, 'site.blueprint.yaml'), blueprint)
    writeFileSync(join(cwd, 'site.dev.vars.yaml'), 'port: 1\nstage: dev\ntoken: env:NOT_SET\n')
    const notices: string[] = []
    await validate({ cwd, env: { HOME: cwd, PATH: process.env['PATH'] } }, {}, (event) => {
      if (event.type === 'notice') notices.push(event.message)
    })
    assert.deepEqual(notices, [`${cwd}/site.dev.vars.yaml: the variable NOT_SET of the environment is not set`])
  })

  test('looks at the variables files of all instances', async (context) => {
    const told = await toldAbout(context, {
      'site.blueprint.yaml': blueprint,
      'site.dev.vars.yaml': 'port: 1\nstage: dev\ntoken: env:NOT_SET\n',
      'site.prod.vars.yaml': 'port: http\nstage: prod\ntoken: a\n',
      'site.test.vars.yaml': 'port: 1\nstage: test\ntoken: a\nprot: 1\n',
      'site.broken.vars.yaml': 'port: [1\n',
    })
    for (const expected of [
      /prod\.vars\.yaml/,
      /test\.vars\.yaml.*prot|prot.*test\.vars\.yaml/,
      /stage/,
      /broken\.vars\.yaml/,
    ])
      assert.ok(
        told.some((one) => one.startsWith('error') && expected.test(one)),
        `${String(expected)}\n${told.join('\n')}`,
      )
    assert.ok(!told.some((one) => one.startsWith('error') && one.includes('dev.vars.yaml')))
  })

  test('looks at the settings of all instances', async (context) => {
    const told = await toldAbout(context, {
      'site.blueprint.yaml':
        'version: 2025-11-02\nresources: {}\nexports: {a: {type: integer, field: values.a}}\nvalues: {a: {type: integer, value: 1}}\n',
      'slipway.prod.config.yaml': 'paralelism: 3\n',
    })
    assert.ok(
      told.some((one) => /^error: .*paralelism.*slipway\.prod\.config\.yaml/.test(one)),
      told.join('\n'),
    )
  })

  test('does not read what the values of an instance point to in a folder that is not trusted', async (context) => {
    const files = {
      'site.blueprint.yaml': blueprint,
      'site.prod.vars.yaml': 'port: 1\nstage: env:TOKEN\ntoken: a\n',
    }
    const isShown = async (trust: Slipway['trust']): Promise<boolean> =>
      (await toldAbout(context, files, { ...(trust && { trust }) })).some((one) =>
        one.includes('found in the environment'),
      )
    assert.equal(await isShown('all'), true)
    assert.equal(await isShown('remembered'), false)
  })

  test('looks at the settings of all instances of a stack, too', async (context) => {
    const files = {
      'site.stack.ts': 'export default 1',
      'slipway.prod.config.yaml': 'paralelism: 3\n',
    }
    const told = await toldAbout(context, files, { trust: 'remembered' })
    assert.equal(told.length, 1)
    assert.match(told[0] ?? '', /^error: .*paralelism/)
  })
})
