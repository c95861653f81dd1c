import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { type Value, valueMap } from '@slipway/model'
import type { Sources } from '../language.ts'
import { python } from './python.ts'

function folder(
  t: TestContext,
  files: Readonly<Record<string, string>>,
  options: readonly [string, Value][] = [],
): Sources {
  const root = mkdtempSync(join(tmpdir(), 'slipway-python-'))
  t.after(() => rmSync(root, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  return { root, folder: root, entry: '.', options: valueMap(options) }
}

const packages = '.venv/lib/python3.11/site-packages'

describe('a program in Python', () => {
  test('needs its environment’s packages with a plugin, and depends on its listed ones', (t) => {
    const sources = folder(t, {
      '.venv/bin/python': '',
      'requirements.txt': 'pulumi>=3\npulumi-random==4.1.0 # names\n',
      [`${packages}/pulumi_random/pulumi-plugin.json`]: '{"resource": true}',
      [`${packages}/pulumi_random-4.1.0.dist-info/METADATA`]: '',
      [`${packages}/acme_net/pulumi-plugin.json`]:
        '{"resource": true, "name": "terraform", "version": "2.0.0", "server": "s", "parameterization": {"name": "net", "version": "3", "value": "e30="}, "extensionParameterization": {"name": "more", "version": "1", "value": "W10="}}',
      [`${packages}/plain/pulumi-plugin.json`]: '{"resource": false}',
      [`${packages}/broken/pulumi-plugin.json`]: '{',
      [`${packages}/PyYAML-6.0.3.dist-info/METADATA`]: '',
    })
    assert.deepEqual(python.requiredPackages(sources), [
      {
        name: 'terraform',
        version: '2.0.0',
        server: 's',
        parameterization: { name: 'net', version: '3', value: Buffer.from('{}') },
        extension: { name: 'more', version: '1', value: Buffer.from('[]') },
      },
      { name: 'random', version: '4.1.0', server: '' },
    ])
    assert.deepEqual(python.dependencies(sources, false), [{ name: 'pulumi-random', version: '4.1.0' }])
    assert.deepEqual(
      python.dependencies(sources, true).map(({ name }) => name),
      ['PyYAML', 'pulumi-random'],
    )
  })

  const environments: readonly [
    string,
    Readonly<Record<string, string>>,
    readonly [string, Value][],
    readonly string[],
  ][] = [
    ['that lies there', { 'venv/bin/python': '' }, [], ['venv/bin/python', '--version']],
    [
      'that it names',
      { 'env/bin/python': '', '.venv/bin/python': '' },
      [['virtualenv', 'env']],
      ['env/bin/python', '--version'],
    ],
    ['of poetry', {}, [['toolchain', 'poetry']], ['poetry', 'run', 'python', '--version']],
    ['of uv', {}, [['toolchain', 'uv']], ['uv', 'run', 'python', '--version']],
    ['of the machine', {}, [], ['python3', '--version']],
  ]
  for (const [what, files, options, expected] of environments)
    test(`runs in the environment ${what}`, (t) => {
      const sources = folder(t, files, options)
      const { file, versionArgs } = python.interpreter(sources)
      assert.deepEqual([file.replace(`${sources.root}/`, ''), ...versionArgs], expected)
    })

  const installations: readonly [
    string,
    Readonly<Record<string, string>>,
    readonly [string, Value][],
    readonly string[],
  ][] = [
    [
      'by pip, in an environment that is made first',
      { 'requirements.txt': '' },
      [['virtualenv', 'env']],
      ['python3 -m venv env', 'env/bin/python -m pip install --quiet -r requirements.txt'],
    ],
    ['by pip, as a project', { 'venv/bin/python': '' }, [], ['venv/bin/python -m pip install --quiet -e .']],
    ['by poetry', {}, [['toolchain', 'poetry']], ['poetry install --no-ansi']],
    ['by uv', {}, [['toolchain', 'uv']], ['uv sync']],
  ]
  for (const [what, files, options, expected] of installations)
    test(`is installed ${what}`, (t) => {
      const sources = folder(t, files, options)
      const starts = python.installation(sources, { isPlugin: false })
      const lines = starts.map(({ file, args }) => [file, ...args].join(' ').replaceAll(`${sources.root}/`, ''))
      assert.deepEqual(lines, expected)
    })

  test('is installed without scripts only in a new environment, and nowhere else', (t) => {
    const install = (named: string): readonly string[] => {
      const sources = folder(t, { 'venv/bin/python': '', 'requirements.txt': '' }, [['virtualenv', named]])
      const starts = python.installation(sources, { isPlugin: true, withoutScripts: true })
      return starts.map(({ file, args }) => [file, ...args].join(' ').replaceAll(`${sources.root}/`, ''))
    }
    assert.deepEqual(install('venv'), [
      'python3 -m venv --clear venv',
      'venv/bin/python -m pip install --quiet -r requirements.txt',
    ])
    for (const named of ['/usr', '..', '.', '../venv'])
      assert.throws(() => install(named), { code: 'install/bad-plugin' }, named)
  })

  test('is not built without scripts, since a build runs its author’s code', (t) => {
    const install = (files: Readonly<Record<string, string>>, toolchain?: string): readonly string[] => {
      const sources = folder(t, files, toolchain === undefined ? [] : [['toolchain', toolchain]])
      const starts = python.installation(sources, { isPlugin: true, withoutScripts: true })
      return starts.map(({ file, args }) => [file, ...args].join(' '))
    }
    for (const file of ['pyproject.toml', 'setup.py'])
      assert.throws(() => install({ [file]: '', 'venv/bin/python': '' }), {
        code: 'install/bad-plugin',
        message: new RegExp(`brings ${file.replace('.', '\\.')} and no requirements\\.txt`),
      })
    assert.deepEqual(install({ 'pyproject.toml': '' }, 'uv'), ['uv sync --no-install-workspace'])
    const lock = '[[package]]\nname = "x"\n'
    assert.deepEqual(install({ 'poetry.lock': lock }, 'poetry'), ['poetry install --no-ansi --no-root'])
    assert.throws(() => install({ 'pyproject.toml': '' }, 'poetry'), /brings no poetry\.lock that can be read/)
    for (const place of ['directory', 'git', 'url'])
      assert.throws(
        () => install({ 'poetry.lock': `${lock}\n[package.source]\ntype = "${place}"\n` }, 'poetry'),
        new RegExp(`comes from a ${place}: poetry would build`),
      )
  })

  test('is not run by an unknown toolchain, or in a missing environment', (t) => {
    assert.throws(() => python.interpreter(folder(t, {}, [['toolchain', 'make']])), /"make" is not a toolchain/)
    assert.throws(() => python.interpreter(folder(t, {}, [['virtualenv', 'env']])), /env is not a virtual environment/)
  })
})
