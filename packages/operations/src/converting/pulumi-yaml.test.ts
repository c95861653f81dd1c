import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { DiagnosticsFailure } from '@slipway/model'
import { convertProgram } from './convert-program.ts'

const program = `name: shop
runtime: yaml
resources:
  page:
    type: acme:Page
    properties:
      text: { fn::readFile: ./page.html }
      site: { fn::fileArchive: site }
      key: { fn::readFile: ../key }
`

/** A folder with a program and the files that the program reads. */
function folder(t: TestContext, text = program) {
  const work = mkdtempSync(join(tmpdir(), 'slipway-pulumi-yaml-'))
  t.after(() => rmSync(work, { recursive: true, force: true }))
  const at = (name: string): string => join(work, name)
  mkdirSync(at('infra/site'), { recursive: true })
  writeFileSync(at('infra/Pulumi.yaml'), text)
  writeFileSync(at('infra/page.html'), 'page')
  writeFileSync(at('infra/site/index.html'), 'index')
  writeFileSync(at('key'), 'key')
  symlinkSync('/etc/passwd', at('infra/site/link'))
  const slipway = { env: { HOME: at('home'), PATH: '' }, cwd: work }
  const request = { from: 'pulumi-yaml', directory: 'infra', out: 'shop', trust: 'all' } as const
  return { at, convert: (to: string) => convertProgram(slipway, { ...request, to }) }
}

describe('a program in Pulumi YAML', () => {
  test('becomes a blueprint without any plugin, with the files that it reads', async (t) => {
    const { at, convert } = folder(t)
    const { files, diagnostics, notConverted } = await convert('blueprint')
    assert.deepEqual(files, ['page.html', 'shop.blueprint.yaml', 'site/index.html'])
    assert.equal(readFileSync(at('shop/page.html'), 'utf8'), 'page')
    assert.match(readFileSync(at('shop/shop.blueprint.yaml'), 'utf8'), /text: \$\{utf8\(file\("\.\/page\.html"\)\)\}/)
    assert.deepEqual(notConverted, [])
    assert.deepEqual(
      diagnostics.map(({ file, range, message }) => [file, range?.start.line, message]),
      [
        [
          at('infra/Pulumi.yaml'),
          4,
          'types of acme are written as in the program, because no plugin here describes them',
        ],
        [at('infra/Pulumi.yaml'), 9, '../key is not copied, since it is not inside the folder of the program'],
      ],
    )
  })

  test('that is wrong is refused with its place, and nothing is written', async (t) => {
    const { at, convert } = folder(t, `${program}outputs:\n  a: \${none}\n`)
    await assert.rejects(convert('stack'), (error: unknown) => {
      assert.ok(error instanceof DiagnosticsFailure)
      const found = error.diagnostics.find(({ severity }) => severity === 'error')
      assert.deepEqual([found?.code, found?.range?.start.line], ['convert/unknown-name', 11])
      return true
    })
    assert.deepEqual(readdirSync(at('.')).toSorted(), ['infra', 'key'])
  })

  test('that reads through links, pipes and files of Slipway gets none of them copied', async (t) => {
    const paths = [
      'etc/passwd',
      'page',
      'pipe',
      'slipway.config.yaml',
      'shop.blueprint.yaml',
      '"a\\0b"',
      'x'.repeat(300),
    ]
    const text = `name: shop\nruntime: yaml\nvariables:\n  all:\n${paths.map((path) => `    - { fn::readFile: ${path} }\n`).join('')}  site: { fn::fileArchive: site }\noutputs:\n  all: \${all}\n  site: \${site}\n`
    const { at, convert } = folder(t, text)
    symlinkSync('/etc', at('infra/etc'))
    symlinkSync('page.html', at('infra/page'))
    execFileSync('mkfifo', [at('infra/pipe'), at('infra/site/pipe')])
    writeFileSync(at('infra/slipway.config.yaml'), 'plugins: { path: [/tmp/planted] }\n')
    writeFileSync(at('infra/shop.blueprint.yaml'), 'planted: true\n')
    const { files, diagnostics } = await convert('blueprint')
    assert.deepEqual(files, ['shop.blueprint.yaml', 'site/index.html'])
    assert.doesNotMatch(readFileSync(at('shop/shop.blueprint.yaml'), 'utf8'), /planted/)
    assert.deepEqual(
      diagnostics.map(({ message }) => message),
      [
        'etc/passwd is not copied: etc is a link',
        'page is not copied: page is a link',
        'pipe is not copied: it is neither a file nor a folder',
        'slipway.config.yaml is not copied: Slipway gives a file of this name a meaning',
        'shop.blueprint.yaml is not copied: the result has a file of this name',
      ],
    )
  })

  test('becomes no other language', async (t) => {
    const { convert } = folder(t)
    await assert.rejects(convert('typescript'), {
      code: 'cli/usage',
      message: /writes a blueprint or a stack, not typescript/,
    })
  })
})
