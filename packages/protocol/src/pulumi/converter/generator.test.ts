import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PluginFailure } from '@slipway/model'
import { DiagnosticSeverity } from '../gen/hcl.ts'
import type { GenerateProgramRequest, GenerateProjectRequest } from '../gen/language.ts'
import { ProgramGenerator } from './generator.ts'
import { answering } from './testing.ts'

function generator(answers: Parameters<typeof answering>[0]): ProgramGenerator {
  return new ProgramGenerator(answering(answers), {
    pluginId: 'pulumi/language-yaml',
    loader: '127.0.0.1:2',
    deadlineMs: 1000,
  })
}

test('GenerateProject hears the folders and the project file', async () => {
  let heard: GenerateProjectRequest | undefined
  const said = await generator({
    GenerateProject: (request: GenerateProjectRequest) => {
      heard = request
      return { diagnostics: [{ severity: DiagnosticSeverity.WARNING, summary: 'w' }] }
    },
  }).project({ source: '/pcl', target: '/out' }, '{"name":"shop"}')
  assert.deepEqual(
    { ...heard, localDependencies: { ...heard?.localDependencies } },
    {
      sourceDirectory: '/pcl',
      targetDirectory: '/out',
      project: '{"name":"shop"}',
      strict: false,
      loaderTarget: '127.0.0.1:2',
      localDependencies: {},
    },
  )
  assert.equal(said.length, 1)
})

test('GenerateProgram hears the sources and answers files', async () => {
  let heard: GenerateProgramRequest | undefined
  const { files } = await generator({
    GenerateProgram: (request: GenerateProgramRequest) => {
      heard = request
      return { source: { 'index.ts': Buffer.from('export {}'), 'lib/a.ts': Buffer.from('') } }
    },
  }).program({ 'main.pp': 'resource' })
  assert.equal(heard?.source['main.pp'], 'resource')
  assert.deepEqual(
    Object.entries(files).map(([name, bytes]) => [name, String(Buffer.from(bytes))]),
    [
      ['index.ts', 'export {}'],
      ['lib/a.ts', ''],
    ],
  )
})

test('GenerateProgram is refused by name if it answers a file outside', async () => {
  const answered = generator({ GenerateProgram: () => ({ source: { '../../x.ts': Buffer.from('') } }) }).program({})
  await assert.rejects(answered, (error: unknown) => {
    assert.ok(error instanceof PluginFailure)
    assert.equal(error.pluginId, 'pulumi/language-yaml')
    assert.match(error.message, /it names the file "\.\.\/\.\.\/x\.ts", which leads out of its folder/)
    return true
  })
})
