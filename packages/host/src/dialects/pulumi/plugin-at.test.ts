import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { converterAt, policyPackAt } from './plugin-at.ts'

test('a policy pack is a folder with its description, or a program', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-pack-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const [pack, program] = [join(dir, 'guard'), join(dir, 'pulumi-analyzer-acme')]
  mkdirSync(join(pack, 'empty'), { recursive: true })
  writeFileSync(join(pack, 'PulumiPolicy.yaml'), 'runtime: nodejs')
  writeFileSync(program, '')
  const sources = policyPackAt(pack)
  assert.deepEqual([sources.id, sources.kind, sources.isSource], ['pulumi/analyzer-guard', 'analyzer', true])
  assert.equal(sources.file, join(pack, 'PulumiPolicy.yaml'))
  assert.deepEqual(sources.root, { path: pack, origin: 'project', dialect: 'pulumi' })
  const single = policyPackAt(program)
  assert.deepEqual([single.id, single.file, 'isSource' in single], ['pulumi/analyzer-acme', program, false])
  for (const path of [join(dir, 'gone'), join(pack, 'empty')]) {
    assert.throws(() => policyPackAt(path), {
      code: 'host/no-policy-pack',
      message: `there is no policy pack at ${path}`,
      hint: /PulumiPolicy\.yaml/,
    })
  }
  const unnamed = join(dir, 'no name!')
  writeFileSync(unnamed, '')
  assert.throws(() => policyPackAt(unnamed), { code: 'host/no-policy-pack' })
})

test('a converter is a folder with its description or its program, or a program', (t) => {
  const dir = mkdtempSync(join(tmpdir(), 'slipway-converter-'))
  t.after(() => rmSync(dir, { recursive: true, force: true }))
  const [sources, binary] = [join(dir, 'bicep'), join(dir, 'pulumi-converter-acme')]
  for (const folder of [sources, binary]) mkdirSync(folder)
  writeFileSync(join(sources, 'PulumiPlugin.yaml'), 'runtime: python')
  writeFileSync(join(binary, 'pulumi-converter-acme'), '')
  const found = converterAt(sources)
  assert.deepEqual([found.id, found.kind, found.isSource], ['pulumi/converter-bicep', 'converter', true])
  for (const path of [binary, join(binary, 'pulumi-converter-acme')]) {
    const { id, file } = converterAt(path)
    assert.deepEqual([id, file], ['pulumi/converter-acme', join(binary, 'pulumi-converter-acme')])
  }
  assert.throws(() => converterAt(join(dir, 'gone')), { code: 'host/no-converter', hint: /pulumi-converter-acme/ })
})
