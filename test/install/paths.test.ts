/** Plugins that are installed from a path, through the command line, with real processes. */
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from '../cases.ts'
import { command } from '../faulty/sandbox.ts'
import { installMachine } from './machine.ts'

const limit = { timeout: 240_000, concurrency: 2 }

describe('slipway plugin install', limit, () => {
  test('installs a tool from a folder, which can then be run', async (t) => {
    const box = installMachine(t)
    box.program('tool/pulumi-tool-hello', '#!/bin/sh\necho "hello $1"\n')
    const [first] = await box.lines('plugin install ./tool')
    assert.deepEqual(
      [first?.id, first?.version, first?.action, first?.level],
      ['pulumi/tool-hello', '0.0.0', 'installed', 'none'],
    )
    assert.match(first?.sha256 ?? '', /^[\da-f]{64}$/)
    assert.equal((await box.lines('plugin install ./tool'))[0]?.action, 'present')
    assert.equal((await box.slipway('plugin run tool hello -- you')).stdout, 'hello you\n')
  })

  test('creates the default directory with the core plugins the first time, and explains the variable', async (t) => {
    const box = installMachine(t)
    box.program('tool/pulumi-tool-hello', '#!/bin/sh\n')
    const first = await box.slipway('plugin install ./tool')
    assert.equal(first.code, 0, first.stderr)
    assert.ok(existsSync(join(box.root, 'providers/slipway/local')))
    assert.match(first.stderr, /CELERITY_DEPLOY_ENGINE_PLUGIN_PATH=/)
    assert.doesNotMatch((await box.slipway('plugin install ./tool')).stderr, /CELERITY/)
  })

  test('installs a program declared by --as, and a blueprint uses it', async (t) => {
    const box = installMachine(t)
    box.program('signal', `#!/bin/sh\n${command('good', 'acme/signal')}\n`)
    const unsaid = await box.lines('plugin install ./signal')
    assert.deepEqual([unsaid[0]?.action, unsaid[0]?.error?.code], ['failed', 'install/not-a-plugin'])
    const [said] = await box.lines('plugin install ./signal --as provider:acme/signal@1.2.0')
    assert.deepEqual([said?.id, said?.version, said?.action], ['acme/signal', '1.2.0', 'installed'])
    assert.equal(said?.path, join(box.root, 'providers/acme/signal/1.2.0'))
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 0, up.stderr)
    // The state remembers the descriptor of the installation.
    const { stdout } = await box.slipway('state export')
    const { resources } = JSON.parse(stdout) as {
      readonly resources: readonly { readonly pluginDescriptor?: string }[]
    }
    assert.deepEqual(
      resources.map(({ pluginDescriptor }) => pluginDescriptor),
      [`${join(box.folder, 'signal')} as=provider:acme/signal`],
    )
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('installs into the first writable directory of the plugin path', async (t) => {
    const box = installMachine(t)
    box.program('signal', '#!/bin/sh\n')
    const [one, two] = [join(box.folder, 'a-file'), join(box.home, 'plugins')]
    writeFileSync(one, '')
    const env = { CELERITY_DEPLOY_ENGINE_PLUGIN_PATH: `${one}/plugins:${two}` }
    const [line] = await box.lines('plugin install ./signal --as provider:acme/signal@1.2.0', env)
    assert.equal(line?.path, join(two, 'providers/acme/signal/1.2.0'))
    assert.equal(existsSync(box.root), false)
  })

  test('shows a downloaded plugin with the command that completes it, and does not launch it', async (t) => {
    const box = installMachine(t)
    box.program('signal', `#!/bin/sh\n${command('good', 'acme/signal')}\n`)
    const as = './signal --as provider:acme/signal@1.2.0'
    assert.equal((await box.slipway(`plugin install ${as} --download-only`)).code, 0)
    assert.ok(existsSync(join(box.root, 'providers/acme/signal/1.2.0.partial')))
    const list = await box.slipway('plugin list')
    assert.doesNotMatch(list.stdout, /acme\/signal/)
    assert.match(list.stderr, /acme\/signal 1\.2\.0 .* has not finished[^]*slipway plugin install/)
    box.write('app.blueprint.yaml', 'version: 2025-11-02\nresources:\n  light: { type: signal/thing }\n')
    const up = await box.slipway('up --yes')
    assert.equal(up.code, 1)
    assert.match(up.stderr, /has not finished[^]*slipway plugin install/)
    assert.equal((await box.lines(`plugin install ${as}`))[0]?.action, 'resumed')
    assert.equal((await box.slipway('up --yes')).code, 0)
    assert.equal((await box.slipway('destroy --yes')).code, 0)
  })

  test('refuses a transformer with the id of a provider until that is removed', async (t) => {
    const box = installMachine(t)
    box.program('cells', '#!/bin/sh\n')
    const [provider] = await box.lines('plugin install ./cells --as provider:acme/cells@1.0.0')
    assert.equal(provider?.action, 'installed')
    const transformer = 'plugin install ./cells --as transformer:acme/cells@1.1.0'
    const [refused] = await box.lines(transformer)
    assert.deepEqual([refused?.action, refused?.error?.code], ['failed', 'install/two-kinds'])
    assert.match(refused?.error?.hint ?? '', /slipway plugin remove acme\/cells/)
    assert.equal(existsSync(join(box.root, 'transformers/acme')), false)
    assert.equal((await box.slipway('plugin remove acme/cells')).code, 0)
    assert.equal((await box.lines(transformer))[0]?.action, 'installed')
  })

  test('the help shows every form of a descriptor', async (t) => {
    const { stdout, code } = await installMachine(t).slipway('plugin install --help')
    assert.equal(code, 0)
    for (const form of ['celerity/aws', 'pulumi:', 'terraform:', 'npm:', 'git+https://', 'github:', 'oci:'])
      assert.ok(stdout.includes(form), form)
  })
})
