import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { descriptorText } from '@slipway/installer'
import { findProject, type Project } from '../project/project.ts'
import { wantedOf } from './wanted-of.ts'

async function projectWith(t: TestContext, files: Readonly<Record<string, string>>): Promise<Project> {
  const cwd = mkdtempSync(join(tmpdir(), 'slipway-wanted-'))
  t.after(() => rmSync(cwd, { recursive: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(cwd, name)), { recursive: true })
    writeFileSync(join(cwd, name), text)
  }
  return await findProject({ env: { SLIPWAY_TRUST: 'always' }, cwd }, {}, 'looks', true)
}

async function texts(project: Project): Promise<readonly string[]> {
  const wanted = await wantedOf({ env: {}, cwd: project.folders.project }, project)
  return wanted.map(({ descriptor, place, key }) =>
    [descriptorText(descriptor), place, ...(key === undefined ? [] : [key])].join(' | '),
  )
}

test('a blueprint names plugins by id, and by key', async (t) => {
  const project = await projectWith(t, {
    'app.blueprint.yaml': `version: 2025-11-02
metadata:
  slipway:
    plugins:
      acme/sqlite: ^1.0
      aws: celerity/aws@~1.2
      random: { source: pulumi:random, version: "4.19.0" }
      signal: ./signal
`,
  })
  assert.deepEqual(await texts(project), [
    'acme/sqlite@^1.0 | app.blueprint.yaml:5',
    'celerity/aws@~1.2 | app.blueprint.yaml:6 | aws',
    'pulumi:random@4.19.0 | app.blueprint.yaml:7 | random',
    `${join(project.folders.project, 'signal')} | app.blueprint.yaml:8 | signal`,
  ])
})

test('the children of a blueprint name plugins, too, and a plugin that they share is one', async (t) => {
  const project = await projectWith(t, {
    'app.blueprint.yaml': `version: 2025-11-02
variables: { which: { type: string } }
metadata: { slipway: { plugins: { acme/sqlite: ^1.0 } } }
include:
  one: { path: sub/child.yaml }
  two: { path: sub/child.yaml }
  open: { path: "\${variables.which}.yaml" }
`,
    'sub/child.yaml': `version: 2025-11-02
metadata: { slipway: { plugins: { acme/signal: ~2.1, lamp: ./lamp } } }
`,
  })
  assert.deepEqual(await texts(project), [
    'acme/sqlite@^1.0 | app.blueprint.yaml:3',
    'acme/signal@~2.1 | child.yaml:2',
    `${join(project.folders.project, 'sub/lamp')} | child.yaml:2 | lamp`,
  ])
})

test('a Pulumi.yaml names packages', async (t) => {
  const project = await projectWith(t, {
    'Pulumi.yaml': `name: shop
runtime: nodejs
packages:
  random: random@4.19.0
`,
  })
  assert.deepEqual(await texts(project), ['pulumi:random@4.19.0 | packages of Pulumi.yaml'])
})

test('a package comes from the plugin that serves it', async (t) => {
  const project = await projectWith(t, {
    'app.blueprint.yaml': 'version: 2025-11-02\n',
    'slipway.config.yaml': `plugins:
  packages:
    time: { plugin: pulumi/terraform-provider, parameters: [hashicorp/time] }
    more: { extends: time, parameters: [x] }
`,
  })
  assert.deepEqual(await texts(project), ['pulumi:terraform-provider | plugins.packages.time | time'])
})

test('a settings file pins versions', async (t) => {
  const project = await projectWith(t, {
    'app.blueprint.yaml': 'version: 2025-11-02\n',
    'slipway.config.yaml': 'plugins: { pin: { acme/sqlite: 1.2.0, slipway/random: 0.1.0 } }\n',
  })
  assert.deepEqual(await texts(project), ['acme/sqlite@1.2.0 | plugins.pin."acme/sqlite"'])
})

test('a bad descriptor is reported with its place', async (t) => {
  const project = await projectWith(t, {
    'app.blueprint.yaml': `version: 2025-11-02
metadata: { slipway: { plugins: { aws: github.com/acme/aws } } }
`,
  })
  await assert.rejects(texts(project), {
    code: 'install/bad-descriptor',
    message:
      'app.blueprint.yaml:2: "github.com/acme/aws" is not a descriptor: it could mean a repository or one of its releases',
  })
})
