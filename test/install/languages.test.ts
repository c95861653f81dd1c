/**
 * Source plugins with a runtime that Slipway does not know: its language plugin is installed first, and installs their dependencies.
 */
import assert from 'node:assert/strict'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { TestContext } from 'node:test'
import { platformOf } from '@slipway/installer'
import { describe, test } from '../cases.ts'
import { tarGz } from './archive.ts'
import { installMachine, type InstallMachine } from './machine.ts'

/** Records its calls, and makes a file in place of a package manager's folder of packages. */
const language = `import { writeFileSync } from 'node:fs'
import { route, RpcServer, streamRoute } from ${JSON.stringify(import.meta.resolve('@slipway/protocol'))}
import { LanguageRuntime } from ${JSON.stringify(import.meta.resolve('@slipway/protocol/pulumi'))}
const server = new RpcServer([
  route(LanguageRuntime.GetPluginInfo, () => ({ version: '1.0.0' })),
  route(LanguageRuntime.Cancel, () => ({})),
  streamRoute(LanguageRuntime.InstallDependencies, async function* ({ directory, info, isPlugin }) {
    yield { stdout: Buffer.from('fetching what is nee') }
    yield { stdout: Buffer.from('ded\\n'), stderr: Buffer.from('no room for it\\n') }
    if ('broken' in (info.options?.fields ?? {})) throw new Error('the lines do not fit')
    writeFileSync(directory + '/vendor.txt', JSON.stringify({ isPlugin, same: info.programDirectory === directory }))
  }),
])
const { port } = await server.listen({ port: 0 })
console.log(port)
`
const start = '#!/bin/sh\nexec node "$(dirname "$0")/language.mts" "$@"\n'

/** A machine, and a mirror that has the language plugin. */
function machine(t: TestContext): { readonly box: InstallMachine; readonly env: NodeJS.ProcessEnv } {
  const box = installMachine(t)
  const mirror = join(box.home, 'mirror')
  const file = join(mirror, `pulumi/language/lines/1.0.0/pulumi-language-lines-v1.0.0-${platformOf()}.tar.gz`)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, tarGz({ 'language.mts': language, 'pulumi-language-lines': start }))
  return { box, env: { SLIPWAY_PLUGIN_MIRROR: mirror } }
}

describe('a plugin of a runtime that Slipway does not know', { concurrency: 2 }, () => {
  test('has its dependencies installed by the language plugin, which is installed first', async (t) => {
    const { box, env } = machine(t)
    box.program('shelf/PulumiPlugin.yaml', 'runtime: lines\nname: shelf\nversion: 1.0.0\n')
    const [line] = await box.lines('plugin install ./shelf', env)
    assert.equal(line?.action, 'installed', JSON.stringify(line))
    const made = readFileSync(join(line?.path ?? '', 'vendor.txt'), 'utf8')
    assert.deepEqual(JSON.parse(made), { isPlugin: true, same: true })
    const { stdout } = await box.slipway('plugin list')
    assert.match(stdout, /language-lines/)
    // Files made by the language plugin are part of the installation.
    assert.equal((await box.slipway('plugin verify')).code, 0)
  })

  test('uses the language plugin of the PATH without a download, and shows its message', async (t) => {
    const { box } = machine(t)
    box.program('bin/language.mts', language)
    box.program('bin/pulumi-language-lines', start)
    const env = { PATH: `${join(box.folder, 'bin')}:${process.env['PATH']}` }
    box.program(
      'shelf/PulumiPlugin.yaml',
      'runtime: { name: lines, options: { broken: yes } }\nname: shelf\nversion: 1.0.0\n',
    )
    const { code, stderr } = await box.slipway('plugin install ./shelf --offline', env)
    assert.equal(code, 1)
    assert.match(stderr, /the language plugin lines in .*: .*the lines do not fit/)
    assert.match(stderr, /fetching what is needed/)
    assert.match(stderr, /no room for it/)
    box.program('shelf/PulumiPlugin.yaml', 'runtime: lines\nname: shelf\nversion: 1.0.0\n')
    assert.equal((await box.lines('plugin install ./shelf --offline', env))[0]?.action, 'installed')
    assert.doesNotMatch((await box.slipway('plugin list', env)).stdout, /1\.0\.0.*language-lines/)
  })
})
