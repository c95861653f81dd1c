// test:rest: it builds the providers in Go
import assert from 'node:assert/strict'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { test } from 'node:test'
import { suite } from '../../needs.ts'
import { buildProviders, skipWithoutGo } from './build.ts'
import { providersMachine } from './providers-machine.ts'

suite('slipway types with a provider in Go', { skip: skipWithoutGo, timeout: 900_000 }, () => {
  test('writes all names and the used types, and keeps the lines of a missing plugin', async (t) => {
    const { file } = await buildProviders('3.260')
    const { at, run, done } = providersMachine(t, file)
    const write = (type: string): void =>
      writeFileSync(
        at('site.stack.ts'),
        `import { stack } from 'slipway'\nexport default stack({ name: 'site' }, (s) => {\n  s.resource('it', '${type}', { length: 3 })\n})\n`,
      )
    const written = (): string => readFileSync(at('slipway-env.d.ts'), 'utf8')
    write('lucky:index/string:String')
    assert.match(done('types'), /12\d\d installed types, 1 of them in full/)
    const text = written()
    assert.ok(
      text.includes('      | "lucky:service0/thing0:Thing0"\n') && text.includes('      | "plain:index:Note"\n'),
    )
    assert.match(text, /"lucky:index\/string:String": \{\n {6}given: \{\n {8}readonly length: number\n/)
    assert.match(text, / Secret: .*\n {8}readonly bcryptHash\?: string/)
    assert.doesNotMatch(text, /readonly __/)
    assert.equal(run('types', '--check').code, 0)

    rmSync(at('bin/pulumi-resource-lucky'))
    const { err } = run('types', '--json')
    const { named, kept } = JSON.parse(run('types', '--json').out) as Record<string, unknown>
    assert.equal(err, '')
    assert.deepEqual([named, kept], [[], ['lucky:index/string:String']])
    assert.equal(written().includes('readonly bcryptHash'), true)
    assert.match(run('types').err, /no installed plugin has the type lucky:index\/string:String: it keeps the lines/)

    write('plain:index:Not')
    const { code, err: refused } = run('types', '--check', '--out', 'other.d.ts')
    assert.equal(code, 1)
    assert.match(refused, /there is no type plain:index:Not[^]*did you mean "plain:index:Note"\?/)
  })
})
