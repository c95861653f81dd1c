/** Files from strangers' archives, folders and servers end up below the home of Slipway, in one folder of their own, or nowhere. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, test, type TestContext } from 'node:test'
import { deployEngineEcosystem, pulumiEcosystem, terraformEcosystem } from '@slipway/host'
import { FileServer } from '../../packages/installer/src/testing/index.ts'
import { createHttpClient, createInstaller, createSources, type Outcome, parseDescriptor } from '@slipway/installer'

type Make = (folder: string) => void

const script = '#!/bin/sh\n'

function put(folder: string, path: string, text: string, mode = 0o644): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  chmodSync(join(folder, path), mode)
}

interface Machine {
  readonly root: string
  readonly home: string
  readonly install: (written: string, as?: string) => Promise<Outcome>
}

function machine(context: TestContext, hasLanguage = (): boolean => true): Machine {
  const root = mkdtempSync(join(tmpdir(), 'slipway-attack-'))
  context.after(() => rmSync(root, { recursive: true, force: true }))
  const home = join(root, 'home/slipway')
  const plugins = join(home, 'plugins')
  const { signal } = new AbortController()
  const installer = createInstaller({
    ecosystems: [
      deployEngineEcosystem({ root: () => plugins, roots: [], env: {} }),
      pulumiEcosystem({ home, env: {}, languages: { has: hasLanguage, installDependencies: async () => {} } }),
      terraformEcosystem({ home, defaultHost: 'registry.example' }),
    ],
    sources: createSources(),
    verifier: { verify: async () => ({ level: 'none' }) },
    store: join(home, 'store'),
    home,
    access: { http: createHttpClient({ env: {}, signal }), signal, env: {}, isOffline: false, progress: () => {} },
    platform: 'linux-amd64',
    now: Date.now,
  })
  const install = async (written: string, as?: string): Promise<Outcome> => {
    const [outcome] = await installer.install([
      parseDescriptor(written, { cwd: root, ...(as !== undefined && { as }) }),
    ])
    assert.ok(outcome !== undefined)
    return outcome
  }
  return { root, home, install }
}

interface Attack {
  readonly what: string
  readonly make: Make
  readonly as?: string
  readonly code: string
  readonly why: RegExp
}

const tool = (folder: string): void => put(folder, 'pulumi-tool-lint', script, 0o755)
const sources =
  (text: string): Make =>
  (folder) =>
    put(folder, 'PulumiPlugin.yaml', `runtime: yaml\n${text}`)
const provider = 'provider:acme/x@1.0.0'

const attacks: readonly Attack[] = [
  {
    what: 'a version that is a path',
    make: sources('name: lint\nversion: ../../../../escaped\n'),
    code: 'install/bad-plugin',
    why: /version/,
  },
  {
    what: 'a name that is a path',
    make: sources('name: ../../../../escaped\n'),
    code: 'install/bad-plugin',
    why: /name/,
  },
  {
    what: 'a version of many lines',
    make: sources('version: "1.0.0\\n# x"\n'),
    code: 'install/bad-plugin',
    why: /version/,
  },
  {
    what: 'a link out of the folder around everything',
    make: (folder) => {
      tool(join(folder, 'around'))
      symlinkSync('..', join(folder, 'around/up'))
    },
    code: 'install/bad-archive',
    why: /up leads out of it/,
  },
  {
    what: 'a link out of it that comes back by its name',
    make: (folder) => {
      tool(join(folder, 'around'))
      symlinkSync('../around/pulumi-tool-lint', join(folder, 'around/again'))
    },
    code: 'install/bad-archive',
    why: /again leads out of it/,
  },
  {
    what: 'a folder that has the name which the program gets',
    as: provider,
    make: (folder) => {
      put(folder, 'bluelink-provider-x', script, 0o755)
      put(folder, 'plugin/x', '')
    },
    code: 'install/not-a-plugin',
    why: /plugin/,
  },
  {
    what: 'a link that has the name which the program gets',
    as: provider,
    make: (folder) => {
      put(folder, 'bluelink-provider-x', script, 0o755)
      symlinkSync('nowhere', join(folder, 'plugin'))
    },
    code: 'install/not-a-plugin',
    why: /plugin/,
  },
  {
    what: 'a program that is a link',
    make: (folder) => {
      put(folder, 'bin/real', script, 0o755)
      symlinkSync('bin/real', join(folder, 'pulumi-tool-lint'))
    },
    code: 'install/not-a-plugin',
    why: /no plugin/,
  },
  {
    what: 'a description that is a link',
    make: (folder) => symlinkSync('/etc/passwd', join(folder, 'PulumiPlugin.yaml')),
    code: 'install/bad-archive',
    why: /PulumiPlugin\.yaml leads out of it/,
  },
  {
    what: 'a description that is huge',
    make: sources(`name: lint\n${'# a line\n'.repeat(200_000)}`),
    code: 'install/bad-plugin',
    why: /more than 1 MB/,
  },
]

const packed: Readonly<Record<string, (folder: string, file: string) => void>> = {
  'tar.gz': (folder, file) => void execFileSync('tar', ['-czf', file, '-C', folder, ...readdirSync(folder)]),
  zip: (folder, file) => void execFileSync('zip', ['-q', '-r', '-y', file, '.'], { cwd: folder }),
}

for (const [format, pack] of Object.entries(packed))
  describe(`a plugin in a .${format} is refused without a file outside, if it has`, () => {
    for (const { what, make, as, code, why } of attacks)
      test(what, async (context) => {
        const { root, home, install } = machine(context)
        mkdirSync(join(root, 'made'))
        make(join(root, 'made'))
        pack(join(root, 'made'), join(root, `x.${format}`))
        const { action, failure } = await install(`./x.${format}`, as)
        assert.deepEqual([action, failure?.code], ['failed', code], failure?.stack)
        assert.match(failure?.message ?? '', why)
        assert.deepEqual(readdirSync(root).sort(), ['home', 'made', `x.${format}`])
        assert.deepEqual(readdirSync(join(root, 'home')), ['slipway'])
        assert.equal(
          existsSync(join(home, 'plugins')),
          false,
          String(existsSync(join(home, 'plugins')) && readdirSync(join(home, 'plugins'))),
        )
      })
  })

test('a folder with links through its own name is not installed, since its name changes', async (context) => {
  const { root, home, install } = machine(context)
  tool(join(root, 'made'))
  symlinkSync('../made/pulumi-tool-lint', join(root, 'made/again'))
  const { action, failure } = await install('./made')
  assert.deepEqual([action, failure?.code], ['failed', 'install/bad-folder'], failure?.stack)
  assert.match(failure?.message ?? '', /again leads out of it/)
  assert.equal(existsSync(join(home, 'plugins')), false)
})

test('a server cannot choose a path through a program’s name', async (context) => {
  const server = await FileServer.start()
  context.after(() => server.stop())
  for (const path of ['/x%2f..', '/..%2f..%2fescaped', '/x%00', '/%ff', `/${'n'.repeat(300)}`]) {
    const { root, home, install } = machine(context)
    server.put(path, { body: script })
    const { action, failure } = await install(`${server.url}${path}`, provider)
    assert.deepEqual([action, failure?.code], ['installed', undefined], `${path}: ${failure?.stack}`)
    assert.deepEqual(readdirSync(root), ['home'])
    assert.deepEqual(readdirSync(join(home, 'plugins/providers/acme/x/1.0.0')), ['plugin'])
  }
})

test('a foreign plugin cannot depend on a local folder, even through its own folders', async (context) => {
  const server = await FileServer.start()
  context.after(() => server.stop())
  const rows: readonly (readonly [what: string, make: (folder: string, secret: string) => void])[] = [
    ['absolute', (folder, secret) => sources(`name: a\npackages:\n  b: ${secret}\n`)(folder)],
    ['relative', (folder) => sources('name: a\npackages:\n  b: ../../../../secret\n')(folder)],
    [
      'nested',
      (folder, secret) => {
        sources('name: a\npackages:\n  b: ./b\n')(folder)
        sources(`name: b\npackages:\n  c: ${secret}\n`)(join(folder, 'b'))
      },
    ],
  ]
  for (const [what, make] of rows) {
    const { root, home, install } = machine(context)
    const [made, secret] = [join(root, 'made'), join(root, 'secret')]
    sources('name: secret\n')(secret)
    put(secret, 'key', 'secret')
    make(made, secret)
    execFileSync('tar', ['-czf', join(root, 'a.tar.gz'), '-C', made, '.'])
    server.put('/a.tar.gz', { body: readFileSync(join(root, 'a.tar.gz')) })
    for (const written of [`${server.url}/a.tar.gz`, './a.tar.gz']) {
      const { action, failure } = await install(written)
      assert.equal(action, 'failed', what)
      assert.match(failure?.message ?? '', /secret, which is outside the plugin/, what)
    }
    const copied = readdirSync(home, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith('/key'))
    assert.deepEqual(copied, [], what)
  }
})

test('a plugin cannot ask for a language by a path, and no server is asked', async (context) => {
  const { root, home, install } = machine(context, () => false)
  put(join(root, 'made'), 'PulumiPlugin.yaml', 'runtime: ../../../strangers/evil\nname: a\n')
  execFileSync('tar', ['-czf', join(root, 'a.tar.gz'), '-C', join(root, 'made'), '.'])
  const { action, failure } = await install('./a.tar.gz')
  assert.deepEqual([action, failure?.code], ['failed', 'install/bad-plugin'], failure?.stack)
  assert.match(failure?.message ?? '', /"..\/..\/..\/strangers\/evil" is not a valid name for a plugin/)
  assert.deepEqual(readdirSync(join(home, 'plugins')), ['resource-a-v0.0.0', 'resource-a-v0.0.0.partial'])
})

test('a plugin cannot send the environment to a server or run code during its installation', async (context) => {
  const server = await FileServer.start()
  context.after(() => server.stop())
  const rows: Readonly<Record<string, string>> = {
    '.npmrc': `registry=${server.url}/\${PATH}/\n`,
    '.yarnrc.yml': 'yarnPath: ./evil.cjs\n',
    '.pnpmfile.cjs': 'process.exit(1)\n',
  }
  for (const [file, text] of Object.entries(rows)) {
    const { root, install } = machine(context)
    const made = join(root, 'made')
    put(made, 'PulumiPlugin.yaml', 'runtime: nodejs\nname: a\nversion: 1.0.0\n')
    put(made, 'package.json', JSON.stringify({ name: 'a', dependencies: { 'of-a-stranger': '1.0.0' } }))
    put(made, file, text)
    execFileSync('tar', ['-czf', join(root, 'a.tar.gz'), '-C', made, '.'])
    const { action, failure } = await install('./a.tar.gz')
    assert.deepEqual([action, failure?.code], ['failed', 'install/bad-plugin'], failure?.stack)
    assert.ok(failure?.message.includes(`brings ${file}`), failure?.message)
  }
  assert.deepEqual(server.requests, [])
})
